// Icons are decorative, so the surrounding element needs an accessible name.
const PATHS = {
  today:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  inbox: 'M4 13h4l1.500 3h5L16 13h4M4 13l3-8h10l3 8v6H4z',
  todos: 'M4 6l2 2 3-3M4 13l2 2 3-3M12 7h8M12 14h8M12 20h8M5 20h2',
  timers: 'M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 10v4l2.5 1.5M9 3h6',
  focus: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 12h.01',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11',
  muted: 'M4 9v6h4l5 4V5L8 9zM16.500 9.500l5 5M21.500 9.500l-5 5',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  reports: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  tags: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.900 1.900 6.500 5.500M16 5.500a3 3 0 0 1 0 6M18 14.800c1.900.700 3.100 2.400 3.500 5.200',
  meetings: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M4.200 7.500l2.600 1.500M17.200 15l2.600 1.500M4.200 16.500 6.800 15M17.200 9l2.600-1.500',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.500 9.500a2.500 2.500 0 1 1 3.700 2.200c-.800.450-1.200 1-1.200 1.800M12 16.800h.01',
  history: 'M4 12a8 8 0 1 0 2.600-5.900L4 8.500M4 4v4.500h4.500M12 8v4.300l3 1.700',
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6 6h12v12H6z',
  plus: 'M12 5v14M5 12h14',
  switch: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
  select: 'M4 4h16v16H4zM8 12l3 3 5-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  share:
    'M6 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18 3.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M18 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M8.200 10.800l7.600-3.600M8.200 13.200l7.600 3.600',
  repeat: 'M5 11V9a3 3 0 0 1 3-3h10M15 3l3 3-3 3M19 13v2a3 3 0 0 1-3 3H6M9 21l-3-3 3-3',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  merge: 'M3 12h7M7 9l3 3-3 3M21 12h-7M17 9l-3 3 3 3',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  notifications: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  unread: 'M4 6h16v12H4zM4 7l8 6 8-6',
  place:
    'M12 21c-4-4.600-6.500-7.900-6.500-11a6.500 6.500 0 0 1 13 0c0 3.100-2.500 6.400-6.500 11M12 7.700a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600',
  flag: 'M6 21V4M6 4h12l-3 4.500 3 4.500H6',
  offline:
    'M3 3l18 18M5 12.500a10 10 0 0 1 4-2.500M2 9a15 15 0 0 1 4-2.600M15 10.300a10 10 0 0 1 4 2.200M11 5.100A15 15 0 0 1 22 9M8.500 16a5 5 0 0 1 7 0M12 20h.01',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
)
