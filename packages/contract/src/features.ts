/** What an account can have switched on; all of it is in every installation. */
export const features = {
  teams: 'Teams with roles and projects of their own',
  members: 'Members of the account, where there are no teams',
  vulns: 'The list of all vulnerabilities',
  sso: 'Login by an identity provider',
  scim: 'Members and teams kept by an identity provider',
  rkvst: 'Publish inventories to a provenance ledger',
  datadog: 'Send results to Datadog',
  jira: 'Make Jira issues of findings',
} as const
export type FeatureName = keyof typeof features

/** Whether all of them are on in the account; gives the first that is not, null when nothing is missing. */
export const missingFeature = (
  wanted: readonly FeatureName[] | undefined,
  on: readonly string[],
): FeatureName | null => wanted?.find((name) => !on.includes(name)) ?? null
