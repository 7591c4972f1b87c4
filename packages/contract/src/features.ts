/** Features that can be switched on per account; all are included in every installation. */
export const features = {
  teams: 'Teams with their own roles and projects',
  members: 'Members of the account, without teams',
  sso: 'Single sign-on',
  scim: 'User provisioning (SCIM)',
  rkvst: 'Publish SBOMs to a provenance ledger',
  datadog: 'Send results to Datadog',
  jira: 'Create Jira issues for findings',
} as const
export type FeatureName = keyof typeof features

/** The first feature that is not on in the account; null if all are. */
export const missingFeature = (
  requested: readonly FeatureName[] | undefined,
  on: readonly string[],
): FeatureName | null => requested?.find((name) => !on.includes(name)) ?? null
