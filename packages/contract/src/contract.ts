import { accounts } from './accounts.ts'
import { advisoryDatabases } from './advisory-databases.ts'
import { audit } from './audit.ts'
import { badges } from './badges.ts'
import { barista } from './barista.ts'
import { builds } from './builds.ts'
import { caseDocuments } from './case-documents.ts'
import { cases } from './cases.ts'
import { cli } from './cli.ts'
import { components } from './components.ts'
import { credentials } from './credentials.ts'
import { datadog } from './datadog.ts'
import { decisions } from './decisions.ts'
import { demo } from './demo.ts'
import { eras } from './eras.ts'
import { gaps } from './gaps.ts'
import { exclusions } from './exclusions.ts'
import { fixes } from './fixes.ts'
import { knowledge } from './knowledge.ts'
import { groups } from './groups.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { insights } from './insights.ts'
import { integrations } from './integrations.ts'
import { isaac } from './isaac.ts'
import { jira } from './jira.ts'
import { jobs } from './jobs.ts'
import { live } from './live.ts'
import { licenseUse } from './license-use.ts'
import { members } from './members.ts'
import { metrics } from './metrics.ts'
import { mfa } from './mfa.ts'
import { notificationChannels } from './notification-channels.ts'
import { notificationDeliveries } from './notification-deliveries.ts'
import { notificationRules } from './notification-rules.ts'
import { notifications } from './notifications.ts'
import { moving } from './moving.ts'
import { headerLogin } from './header-login.ts'
import { oidc } from './oidc.ts'
import { openVulnerabilities } from './open-vulnerabilities.ts'
import { overrides } from './overrides.ts'
import { trustedKeys } from './trusted-keys.ts'
import { trustedRoots } from './trusted-roots.ts'
import { ownAdvisories } from './own-advisories.ts'
import { ownNotificationRules } from './own-notification-rules.ts'
import { passkeys } from './passkeys.ts'
import { policies } from './policies.ts'
import { projects } from './projects.ts'
import { publications } from './publications.ts'
import { properties } from './properties.ts'
import { publicConfig } from './public-config.ts'
import { gitbot } from './gitbot.ts'
import { images } from './images.ts'
import { pullServer } from './pull-server.ts'
import { quotas } from './quotas.ts'
import { reauthentication } from './reauthentication.ts'
import { referenceData } from './reference-data.ts'
import { registries } from './registries.ts'
import { releases } from './releases.ts'
import { reportExports } from './report-exports.ts'
import { reports } from './reports.ts'
import { personalData } from './personal-data.ts'
import { retention } from './retention.ts'
import { rkvst } from './rkvst.ts'
import { ruleHits } from './rule-hits.ts'
import { rules } from './rules.ts'
import { saml } from './saml.ts'
import { savedViews } from './saved-views.ts'
import { scans } from './scans.ts'
import { scim } from './scim.ts'
import { scimStatus } from './scim-status.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { slackSetup } from './slack-setup.ts'
import { sso } from './sso.ts'
import { stats } from './stats.ts'
import { system } from './system.ts'
import { tags } from './tags.ts'
import { teams } from './teams.ts'
import { tickets } from './tickets.ts'
import { tokens } from './tokens.ts'
import { triage } from './triage.ts'
import { trends } from './trends.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { vex } from './vex.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** All endpoints of the API, by domain. */
export const contract = {
  system,
  credentials,
  reauthentication,
  mfa,
  passkeys,
  oidc,
  headerLogin,
  saml,
  sessions,
  users,
  accounts,
  quotas,
  tokens,
  policies,
  rules,
  ruleHits,
  properties,
  publications,
  referenceData,
  audit,
  personalData,
  retention,
  members,
  teams,
  tags,
  groups,
  savedViews,
  scim,
  scimStatus,
  sso,
  publicConfig,
  projects,
  versions,
  builds,
  uploads,
  imports,
  images,
  pullServer,
  reports,
  reportExports,
  eras,
  gitbot,
  scans,
  vulnerabilities,
  openVulnerabilities,
  licenseUse,
  components,
  overrides,
  ownAdvisories,
  trustedKeys,
  trustedRoots,
  metrics,
  live,
  trends,
  badges,
  fixes,
  insights,
  exclusions,
  triage,
  decisions,
  cases,
  caseDocuments,
  gaps,
  isaac,
  vex,
  notifications,
  moving,
  notificationChannels,
  notificationDeliveries,
  notificationRules,
  ownNotificationRules,
  inbox,
  slackSetup,
  advisoryDatabases,
  registries,
  releases,
  integrations,
  datadog,
  stats,
  site,
  jira,
  tickets,
  rkvst,
  jobs,
  knowledge,
  barista,
  cli,
  demo,
}
export type Contract = typeof contract
