/** Command palette, and its actions. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Search or run a command',
  results: 'Results',
  nothing: 'No results',
  searching: 'Searching…',
  groups: {
    actions: 'Actions',
    projects: 'Projects',
    vulnerabilities: 'Vulnerabilities',
    components: 'Components',
    members: 'Members',
    teams: 'Teams',
    views: 'Saved views',
    settings: 'Settings',
  },
  findComponents: (text: string) => `Where is ${text} used?`,
  actions: {
    dashboard: 'Go to dashboard',
    projects: 'Go to projects',
    addProject: 'Add project',
    vulnerabilities: 'Go to vulnerabilities',
    overdue: 'Go to overdue vulnerabilities',
    components: 'Go to components',
    licenses: 'Go to licenses',
    reports: 'Go to reports',
    settings: 'Go to settings',
    status: 'Go to status',
    docs: 'Open docs',
    faq: 'Open FAQ',
    api: 'Open API reference',
    theme: {
      system: 'Use system theme',
      light: 'Use light theme',
      dark: 'Use dark theme',
    },
    print: 'Print page',
    help: 'Show keyboard shortcuts',
    logout: 'Log out',
  },
} as const

/** Dialog of keyboard shortcuts. */
export const help = {
  title: 'Keyboard shortcuts',
  keys: [
    [['⌘', 'K'], 'Search projects, components, vulnerabilities and actions'],
    [['/'], 'Filter by project'],
    [['j'], 'Next table row'],
    [['k'], 'Previous table row'],
    [['Enter'], 'Expand or collapse the row'],
    [['←', '→'], 'Move along a chart; Enter selects the scan'],
    [['?'], 'Show keyboard shortcuts'],
    [['Esc'], 'Close the dialog'],
  ],
  singleKeys: 'Enable single-key shortcuts',
} as const
