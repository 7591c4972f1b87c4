/** Issues of Jira for upgrades. */
export const ticket = {
  create: 'Create Jira issue',
  createFor: (name: string) => `Create Jira issue for ${name}`,
  creating: 'Creating…',
  queued: 'Jira issue queued',
  open: (key: string, status: string | null) => (status === null ? key : `${key} · ${status}`),
  openFor: (key: string, name: string) => `Open Jira issue ${key} for ${name}`,
  created: (key: string) => `Jira issue ${key} created.`,
  waiting: 'The Jira issue is being created.',
} as const
