/** Settings, Integrations, Jira: what a project has for itself. */
export const jiraProjects = {
  title: 'Project settings',
  jiraProject: 'Jira project',
  ofAccount: (key: string) => (key === '' ? 'None' : `Account default: ${key}`),
  issueType: 'Issue type',
  usualType: 'Account default, or else the first type that is not a subtask',
  createsByRule: {
    label: 'Create issues by the account’s rule',
    hint: 'While this is off, issues are only created manually.',
  },
  choose: 'Choose',
  requiredHint: 'Jira requires this field.',
  listHint: 'Jira requires this field. Separate several values with commas.',
  save: 'Save',
  saved: 'Saved.',
} as const
