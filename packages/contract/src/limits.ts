/** Maximum numbers of objects per account, and of branches per project. Generous, and the same for everyone. */
export const limits = {
  projects: 50_000,
  branches: 10_000,
  members: 20_000,
  teams: 10_000,
  tokens: 20_000,
  tags: 10_000,
  exclusions: 20_000,
  acceptedGaps: 20_000,
  vexDocuments: 5_000,
  vexStatements: 100_000,
  policies: 1_000,
  overrides: 10_000,
  registries: 100,
  properties: 10_000,
  notificationChannels: 500,
  notificationRules: 20_000,
  savedViews: 20_000,
  reportSchedules: 200,
  unfinishedExports: 50,
} as const
export type Limited = keyof typeof limits
