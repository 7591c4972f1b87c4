import { intakeActions } from './intake-actions.ts'
import { triageActions } from './triage-actions.ts'

interface ActionGroup {
  title: string
  /** Calls of the contract by name, in the past tense. */
  actions: Readonly<Record<string, string>>
}

/** Audit log: what each recorded action is called, by its group in the contract. */
export const auditActions: Readonly<Record<string, ActionGroup>> = {
  credentials: {
    title: 'Login and password',
    actions: {
      login: 'Logged in',
      challenge: 'Entered password, second factor required',
      failed: 'Login failed',
      lockedOut: 'Login rejected: too many failed attempts',
      logout: 'Logged out',
      verify: 'Activated account',
      forget: 'Requested password reset',
      reset: 'Reset password',
      change: 'Changed password',
    },
  },
  access: { title: 'Access', actions: { refused: 'Refused: not permitted' } },
  integrations: {
    title: 'Integrations',
    actions: {
      save: 'Set up integration',
      activate: 'Turned integration on or off',
      remove: 'Removed integration',
      retry: 'Retried delivery',
    },
  },
  rkvst: {
    title: 'DataTrails (RKVST)',
    actions: {
      link: 'Linked branch',
      unlink: 'Unlinked branch',
      publish: 'Published SBOM of a branch',
      publishSbom: 'Published SBOM',
      withdrawSbom: 'Withdrew SBOM',
      saveCredentials: 'Set up DataTrails',
    },
  },
  jira: {
    title: 'Jira',
    actions: {
      saveConfig: 'Set up Jira',
      saveProjectConfig: 'Set up Jira for a project',
      createIssue: 'Created issue in Jira',
    },
  },
  barista: {
    title: 'Assistant',
    actions: {
      allow: 'Turned assistant on or off',
      saveService: 'Set up the model of the assistant',
      removeService: 'Removed the model of the assistant',
      createWithSummary: 'Started a conversation with the assistant',
      createAround: 'Started a conversation with the assistant about a vulnerability',
      ask: 'Asked the assistant',
      sent: 'Sent facts to the model of the assistant',
      remove: 'Deleted a conversation with the assistant',
      removeAll: 'Deleted all conversations with the assistant',
    },
  },
  datadog: {
    title: 'Datadog',
    actions: { saveSetup: 'Set up Datadog', sendNow: 'Sent metrics to Datadog' },
  },
  reauthentication: { title: 'Reauthentication', actions: { confirm: 'Confirmed identity' } },
  mfa: {
    title: 'Two-factor authentication',
    actions: {
      makeScratchCodes: 'Generated recovery codes',
      removeScratchCodes: 'Deleted recovery codes',
      sendSms: 'Requested text message code',
      validate: 'Entered two-factor code',
      initializeApp: 'Started authenticator app setup',
      deactivateApp: 'Removed authenticator app',
      change: 'Removed two-factor methods',
    },
  },
  passkeys: {
    title: 'Passkeys',
    actions: { register: 'Added passkey', rename: 'Renamed passkey', remove: 'Removed passkey' },
  },
  saml: {
    title: 'SAML',
    actions: {
      callback: 'Received SAML response',
      callbackOfAccount: 'Received SAML response (account provider)',
    },
  },
  sessions: {
    title: 'Sessions',
    actions: {
      revoke: 'Revoked session',
      endedByReuse: 'Session ended: refresh token reused',
      endedByProvider: 'Session ended by identity provider',
    },
  },
  badges: { title: 'Badges', actions: { configure: 'Changed badge visibility' } },
  accounts: {
    title: 'Account',
    actions: {
      create: 'Created account',
      update: 'Updated account details',
      remove: 'Deleted account',
      activate: 'Closed or reopened account',
      setFeatures: 'Changed features',
      setPlan: 'Changed plan',
      makeSupportToken: 'Created support token',
      configure: 'Changed minimum scores or scoring',
    },
  },
  tokens: {
    title: 'API tokens',
    actions: {
      create: 'Created API token',
      update: 'Changed API token',
      revoke: 'Revoked API token',
      misused: 'Invalid API token used',
    },
  },
  policies: {
    title: 'License policies',
    actions: {
      create: 'Created license policy',
      update: 'Updated license policy',
      remove: 'Deleted license policy',
    },
  },
  rules: {
    title: 'Policy rules',
    actions: {
      create: 'Created policy rule',
      update: 'Updated policy rule',
      remove: 'Deleted policy rule',
    },
  },
  properties: {
    title: 'Properties',
    actions: { setOfAccount: 'Changed account property', setOfTeam: 'Changed team property' },
  },
  members: {
    title: 'Members',
    actions: {
      add: 'Invited member',
      update: 'Updated member',
      remove: 'Removed member',
      invite: 'Created invitation or reset link',
      endSession: 'Revoked session of member',
      setPrimaryTeam: 'Changed primary team',
    },
  },
  teams: {
    title: 'Teams',
    actions: {
      create: 'Created team',
      update: 'Updated team',
      remove: 'Deleted team',
      addMember: 'Added team member',
      updateMember: 'Changed team role',
      removeMember: 'Removed team member',
    },
  },
  tags: {
    title: 'Tags',
    actions: { create: 'Created tag', update: 'Updated tag', remove: 'Deleted tag' },
  },
  groups: {
    title: 'Groups',
    actions: {
      create: 'Created group',
      update: 'Updated group',
      remove: 'Deleted group',
      changeProjects: 'Changed projects of group',
      setTeams: 'Changed teams of group',
    },
  },
  versions: {
    title: 'Versions',
    actions: { create: 'Published version', update: 'Updated version', remove: 'Withdrew version' },
  },
  publications: {
    title: 'Shared documents of versions',
    actions: { publish: 'Shared documents', withdraw: 'Stopped sharing documents' },
  },
  scim: {
    title: 'SCIM',
    actions: {
      createUser: 'Added member (SCIM)',
      replaceUser: 'Replaced member (SCIM)',
      patchUser: 'Updated member (SCIM)',
      removeUser: 'Removed member (SCIM)',
      createGroup: 'Created team (SCIM)',
      replaceGroup: 'Replaced team (SCIM)',
      patchGroup: 'Updated team (SCIM)',
      removeGroup: 'Deleted team (SCIM)',
    },
  },
  sso: {
    title: 'Single sign-on',
    actions: {
      putOidc: 'Changed OpenID Connect provider',
      putLdap: 'Changed LDAP directory',
      putSaml: 'Changed SAML provider',
      activate: 'Turned identity provider on or off',
      remove: 'Removed identity provider',
      setDomains: 'Changed domains',
      verifyDomain: 'Verified domain',
    },
  },
  projects: {
    title: 'Projects',
    actions: {
      create: 'Created project',
      update: 'Changed project',
      archive: 'Archived project',
      restore: 'Restored project',
      remove: 'Deleted project',
      removeBranch: 'Deleted branch',
    },
  },
  ...intakeActions,
  tickets: { title: 'Issues', actions: { create: 'Created issue' } },
  pullServer: { title: 'Repositories', actions: { refresh: 'Scanned repository' } },
  fixes: { title: 'Upgrades', actions: { decide: 'Assigned or snoozed upgrade' } },
  reports: {
    title: 'Reports',
    actions: {
      recompute: 'Started rescan',
      recomputeOf: 'Started rescan from report',
      declareOutcome: 'Set outcome',
    },
  },
  eras: {
    title: 'Generated reports',
    actions: {
      create: 'Requested generated report',
      createSchedule: 'Scheduled generated report',
      removeSchedule: 'Removed report schedule',
      remove: 'Removed generated report',
    },
  },
  reportExports: {
    title: 'Report exports',
    actions: {
      makeBible: 'Requested license inventory',
      addPullRequests: 'Recorded pull requests',
    },
  },
  gaps: { title: 'Gaps in coverage', actions: { accept: 'Accepted gap', remove: 'Removed accepted gap' } },
  ...triageActions,
  exclusions: {
    title: 'Exclusions',
    actions: {
      create: 'Created exclusion',
      remove: 'Removed exclusion',
      createFor: 'Created exclusion by name',
      removeFor: 'Removed exclusion by name',
    },
  },
  isaac: {
    title: 'Infrastructure',
    actions: { setPolicy: 'Changed infrastructure policy' },
  },
  quotas: { title: 'Quotas', actions: { save: 'Changed quotas of an account' } },
  personalData: { title: 'Personal data', actions: { erase: 'Erased a member' } },
  retention: {
    title: 'Retention',
    actions: {
      save: 'Changed retention',
      removed: 'Removed what is no longer kept',
      createHold: 'Placed legal hold',
      releaseHold: 'Released legal hold',
    },
  },
  trustedKeys: {
    title: 'Trusted keys',
    actions: { add: 'Trusted a key', remove: 'Removed a trusted key' },
  },
  trustedRoots: {
    title: 'Sigstore roots',
    actions: {
      add: 'Trusted a Sigstore root',
      update: 'Changed a Sigstore root',
      remove: 'Removed a Sigstore root',
    },
  },
  ownAdvisories: {
    title: 'Own advisories',
    actions: {
      create: 'Wrote advisory',
      update: 'Changed advisory',
      setWithdrawn: 'Withdrew advisory or put it in force',
      import: 'Imported advisories',
    },
  },
  overrides: {
    title: 'License overrides',
    actions: {
      setLicense: 'Set license override',
      removeLicense: 'Removed license override',
      setCopyright: 'Set copyright override',
      removeCopyright: 'Removed copyright override',
    },
  },
  images: {
    title: 'Images',
    actions: {
      add: 'Watched image',
      update: 'Changed watched image',
      remove: 'Stopped watching image',
      saveLogin: 'Saved login for registry',
      removeLogin: 'Removed login for registry',
    },
  },
  registries: {
    title: 'Package registries',
    actions: {
      create: 'Added package registry',
      update: 'Changed package registry',
      remove: 'Removed package registry',
    },
  },
  vex: {
    title: 'VEX',
    actions: { add: 'Added VEX document', remove: 'Withdrew VEX document' },
  },
  advisoryDatabases: {
    title: 'Advisory data',
    actions: { sync: 'Synced advisories', upload: 'Uploaded advisories' },
  },
  knowledge: {
    title: 'Data archives',
    actions: { beginImport: 'Started archive upload', start: 'Imported archive' },
  },
  jobs: {
    title: 'Jobs',
    actions: {
      retry: 'Retried failed job',
      retryAll: 'Retried failed jobs',
      dismiss: 'Dismissed failed job',
      dismissAll: 'Dismissed failed jobs',
    },
  },
  demo: { title: 'Demo data', actions: { load: 'Loaded demo data', remove: 'Removed demo data' } },
  notifications: {
    title: 'Notifications',
    actions: {
      configure: 'Changed default channels',
      test: 'Tested default channel',
      sendEmail: 'Emailed members',
      unsubscribe: 'Unsubscribed from emails',
    },
  },
  notificationChannels: {
    title: 'Notification channels',
    actions: {
      create: 'Created channel',
      update: 'Changed channel',
      rotate: 'Created signing secret',
      test: 'Sent test message',
      remove: 'Deleted channel',
    },
  },
  notificationDeliveries: { title: 'Deliveries', actions: { redeliver: 'Sent message again' } },
  notificationRules: {
    title: 'Notification rules',
    actions: {
      create: 'Created notification rule',
      update: 'Changed notification rule',
      remove: 'Deleted notification rule',
    },
  },
  savedViews: {
    title: 'Saved views',
    actions: { create: 'Saved view', update: 'Changed saved view', remove: 'Deleted saved view' },
  },
  ownNotificationRules: {
    title: 'Personal notification rules',
    actions: {
      create: 'Created personal notification rule',
      update: 'Changed personal notification rule',
      remove: 'Deleted personal notification rule',
    },
  },
  users: { title: 'Profile', actions: { update: 'Changed language' } },
  inbox: { title: 'Inbox', actions: { markRead: 'Marked messages as read' } },
  slackSetup: { title: 'Slack setup', actions: { borrow: 'Locked Slack setup' } },
}
