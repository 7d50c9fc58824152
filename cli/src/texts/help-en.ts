import type { CommandName } from '../arguments/catalog.ts'

export interface CommandHelp {
  readonly summary: string
  readonly text?: string
  readonly options?: Readonly<Record<string, string>>
  readonly examples: readonly string[]
}

export interface Help {
  readonly title: string
  readonly common: Readonly<Record<string, string>>
  readonly version: string
  readonly footer: string
  readonly commands: Readonly<Record<CommandName, CommandHelp>>
}

export const helpEn: Help = {
  title: 'Daymark in your terminal: calendar, todos and timers.',
  common: {
    json: 'print JSON in a stable format',
    'no-color': 'print without color, like NO_COLOR=1',
    help: 'show help for a command',
  },
  version: 'show the version',
  footer:
    'Most commands also work offline. Changes are stored and sent exactly once, with the next command that reaches the server.',
  commands: {
    today: {
      summary: 'show the calendar, todos and timers of a day',
      options: { date: 'another day' },
      examples: ['daymark today', 'daymark today --date 2026-12-24'],
    },
    add: {
      summary: 'add a todo, an entry or a timer from one line',
      text: `A line with a time of day or a date range becomes a calendar entry. A line that begins with "start" becomes a timer.
Any other line becomes a todo, and so does a line with a deadline ("by Friday"), /list, !high (priority) or ~45m (estimate).
You can also add #tag and @todo (linked todo).
Put the line in single quotes, because shells interpret # and ! themselves.`,
      examples: [
        "daymark add 'Lunch with Anna Friday 12:30'",
        "daymark add 'Send the invoice by Friday !high #work'",
        "daymark add 'Yoga every Tuesday 18:00 for 90 minutes'",
      ],
    },
    start: {
      summary: 'start a timer',
      text: 'If the text is the title of an open todo, the timer is linked to it. A number selects an item of the last list that was shown.',
      options: { for: 'the planned duration' },
      examples: ['daymark start', "daymark start 'Write the report #work' --for 50m", 'daymark start 2'],
    },
    pause: { summary: 'pause the running timer', examples: ['daymark pause'] },
    resume: { summary: 'resume the paused timer', examples: ['daymark resume'] },
    stop: {
      summary: 'stop the running or paused timer',
      examples: ['daymark stop', 'daymark stop report'],
    },
    status: {
      summary: 'show active timers and pending changes',
      examples: ['daymark status', 'daymark status --json'],
    },
    done: {
      summary: 'complete a todo',
      text: 'Name the todo by its number in the last list that was shown, by a part of its title, or by its id.',
      examples: ['daymark done 2', 'daymark done invoice'],
    },
    plan: {
      summary: 'show free time and open todos, or plan a todo',
      text: 'Without --at, the todo gets the first free slot in your working hours of the next 7 days.',
      options: { at: 'when to start', for: 'how long it takes' },
      examples: ['daymark plan', 'daymark plan 2', "daymark plan invoice --at 'tomorrow 15:00' --for 45m"],
    },
    report: {
      summary: 'show tracked and planned time',
      options: {
        day: 'today',
        week: 'this week (the default)',
        month: 'this month',
        by: 'group rows by tag, list or todo',
      },
      examples: ['daymark report --week', 'daymark report --month --by todo'],
    },
    watch: {
      summary: 'show today and follow every change',
      text: 'In a pipe, prints one line per change. With --json, prints one JSON object per line.',
      examples: ['daymark watch', 'daymark watch --json'],
    },
    export: {
      summary: 'export your data',
      text: `json: todos, entries, timers, tags and lists. csv: timers. zip: an archive of all your data that any Daymark server
can import. A zip needs a token that the operator prints with "npm run token". You can also download the archive in the
settings of the web app.`,
      options: { format: 'json, csv or zip', output: 'write to a file instead of printing' },
      examples: ['daymark export > daymark.json', 'daymark export --format csv --output timers.csv'],
    },
    pending: {
      summary: 'show changes that are waiting or were refused',
      text: '"retry" sends refused changes again. "discard" drops them.',
      examples: ['daymark pending', 'daymark pending retry'],
    },
    login: {
      summary: 'sign in with a browser or a token',
      text: `A token is read from standard input or from a prompt, never from the arguments. Instead of signing in, scripts can set
DAYMARK_SERVER and DAYMARK_TOKEN.`,
      options: { 'with-token': 'sign in with a personal access token' },
      examples: [
        'daymark login https://daymark.example.org',
        'daymark login daymark.example.org --with-token < token.txt',
      ],
    },
    logout: {
      summary: 'sign out and delete the local copy',
      options: { force: 'sign out even if changes are waiting to be sent' },
      examples: ['daymark logout'],
    },
    completion: {
      summary: 'print a completion script for a shell',
      examples: [
        'daymark completion bash > ~/.local/share/bash-completion/completions/daymark',
        'daymark completion zsh > ~/.zfunc/_daymark',
        'daymark completion fish > ~/.config/fish/completions/daymark.fish',
      ],
    },
  },
}
