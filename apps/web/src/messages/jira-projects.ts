/** Settings, Integrations, Jira: what a project has for itself. */
export const jiraProjects = {
  title: 'Settings of a project',
  jiraProject: 'Jira project',
  ofAccount: (key: string) => (key === '' ? 'None' : `As in the account: ${key}`),
  issueType: 'Issue type',
  usualType: 'The first one that is not a subtask, or as in the account',
  createsByRule: {
    label: 'Create issues by the account’s rule',
    hint: 'While it is off, issues are created by hand only.',
  },
  choose: 'Choose',
  requiredHint: 'Jira requires this field.',
  listHint: 'Jira requires this field. Separate several values with commas.',
  save: 'Save',
  saved: 'Saved.',
} as const
