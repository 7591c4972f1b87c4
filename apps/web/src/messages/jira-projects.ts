/** Settings, Integrations, Jira: settings per project. */
export const jiraProjects = {
  title: 'Project settings',
  jiraProject: 'Jira project',
  ofAccount: (key: string) => (key === '' ? 'None' : `Account default: ${key}`),
  issueType: 'Issue type',
  usualType: 'Account default; otherwise the first type that is not a subtask',
  createsByRule: {
    label: 'Create issues by the account’s rule',
    hint: 'While this is off, issues are only created manually.',
  },
  choose: 'Choose',
  requiredFor: {
    create: 'Jira requires this field.',
    transition: 'Jira requires this field to close or reopen an issue.',
  },
  listHint: 'Separate several values with commas.',
  save: 'Save',
  saved: 'Saved.',
} as const
