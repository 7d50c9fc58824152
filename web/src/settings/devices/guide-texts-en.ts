// `filledStep` replaces the placeholders `{server}`, `{host}` and `{user}`.

/** In display order. */
export const APPS = [
  'ios',
  'android',
  'thunderbird',
  'evolution',
  'gnome',
  'kde',
  'macos',
  'vdirsyncer',
] as const
export type App = (typeof APPS)[number]

export const appNames: Record<App, string> = {
  ios: 'iPhone, iPad',
  android: 'Android (DAVx⁵)',
  thunderbird: 'Thunderbird',
  evolution: 'Evolution',
  gnome: 'GNOME',
  kde: 'KDE (Merkuro, KOrganizer)',
  macos: 'macOS',
  vdirsyncer: 'vdirsyncer (khal, todoman)',
}

const steps: Record<App, string[]> = {
  ios: [
    'Open Settings → Apps → Calendar → Calendar Accounts → Add Account → Other → Add CalDAV Account. Before iOS 18: Settings → Calendar → Accounts.',
    'Server: {host}. User Name: {user}. Password: the device password. Tap Next.',
    'If the server is not found, open Advanced Settings and enter {server} as the account URL.',
    'Leave Calendars and Reminders on, and tap Save. Todo lists appear in Reminders.',
  ],
  android: [
    'Install DAVx⁵ from F-Droid or Google Play. For todos, also install Tasks.org or jtx Board.',
    'In DAVx⁵, tap + and choose "Login with URL and user name".',
    'Base URL: {server}. User name: {user}. Password: the device password. Tap Login, then Create account.',
    'Open the account, select calendars and lists under CalDAV, and tap the sync button. They appear in your calendar and tasks apps.',
  ],
  thunderbird: [
    'Open the calendar and choose New Calendar → On the Network.',
    'Username: {user}. Location: {server}. Choose Find Calendars.',
    'Enter the device password, and let Thunderbird save it.',
    'Select the calendars and lists, and choose Subscribe.',
  ],
  evolution: [
    'Choose File → New → Calendar, and the type CalDAV.',
    'URL: {server}. User: {user}. Choose Find Calendars and enter the device password.',
    'Select the calendar and choose OK twice.',
    'For todos, choose File → New → Task List and repeat these steps.',
  ],
  gnome: [
    'GNOME 46 or newer: open Settings → Online Accounts → Calendar, Contacts and Files.',
    'Server: {server}. Username: {user}. Password: the device password. Choose Sign In and leave Calendar on.',
    'Older versions: follow the steps for Evolution. GNOME Calendar and Endeavour then show the same lists.',
  ],
  kde: [
    'KOrganizer: Settings → Configure KOrganizer → General → Calendars → Add. Merkuro: Add Calendar. Choose "DAV groupware resource".',
    'Username: {user}. Password: the device password. Choose "Configure the resource manually".',
    'Choose Add, select the protocol CalDAV and enter the URL {server}. Choose Fetch, then OK.',
  ],
  macos: [
    'Open Calendar → Add Account → Other CalDAV Account, and choose the account type Manual.',
    'User Name: {user}. Password: the device password. Server Address: {server}. Choose Sign In.',
    'Leave Calendars and Reminders on.',
  ],
  vdirsyncer: [
    'Add this to ~/.config/vdirsyncer/config, with the device password.',
    'Run vdirsyncer discover, then vdirsyncer sync. Run vdirsyncer sync regularly, for example with cron.',
    'Point khal and todoman at the folders in ~/.calendars.',
  ],
}

export const guideTextsEn = {
  title: 'How to connect',
  hint: 'First choose “Connect an app” to create a device password. Your account password does not work in apps.',
  insecure: 'This address does not use HTTPS. Phones and some other apps refuse to connect to it.',
  copy: 'Copy',
  copyServer: 'Copy server address',
  copyUser: 'Copy user name for apps',
  copyConfig: 'Copy vdirsyncer configuration',
  devicePassword: 'the device password',
  names: appNames,
  steps,
}
