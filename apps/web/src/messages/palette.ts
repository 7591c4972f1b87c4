/** Command palette, and its actions. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Search or run a command',
  results: 'Results',
  nothing: 'No results',
  searching: 'Searching…',
  groups: {
    pages: 'Pages',
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
    /** Pages are found by these words, too. */
    goTo: 'go to open page',
    addProject: 'Add project',
    assistant: 'Assistant',
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
    [['/'], 'Filter this page'],
    [['j'], 'Next row'],
    [['k'], 'Previous row'],
    [['Enter'], 'Expand or collapse the row, or open its link'],
    [['←', '→'], 'Move along a chart; Enter selects the scan'],
    [['?'], 'Show keyboard shortcuts'],
    [['Esc'], 'Close the dialog'],
  ],
  singleKeys: 'Enable single-key shortcuts',
} as const
