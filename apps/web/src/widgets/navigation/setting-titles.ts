import { account } from '../../messages/account.ts'
import { factors } from '../../messages/factors.ts'
import { images } from '../../messages/images.ts'
import { moving } from '../../messages/moving.ts'
import { notifications } from '../../messages/notifications.ts'
import { overrides } from '../../messages/overrides.ts'
import { retention } from '../../messages/retention.ts'
import { policyRules } from '../../messages/policy-rules.ts'
import { rules } from '../../messages/rules.ts'
import { settings } from '../../messages/settings.ts'
import { provisioning, signOn } from '../../messages/sign-on.ts'
import { settingWords as words } from '../../messages/setting-words.ts'

const { security, roles } = settings

/** What the command palette finds of each section of the settings: other words for it, and the titles of its parts. */
export const settingTitles = {
  security: {
    words: words.security,
    titles: [
      security.profile.title,
      security.password.title,
      factors.secondStep.title,
      factors.recovery.title,
      factors.passkeys.title,
      security.sessions.title,
      security.tokens.title,
      security.cli.title,
    ],
  },
  account: {
    words: words.account,
    titles: [
      account.identity.title,
      account.logo.title,
      account.scoring.title,
      account.coolDown.title,
      account.fixTargets.title,
      account.vex.title,
      account.factor.title,
      account.features.title,
      account.plan.title,
    ],
  },
  members: { words: words.members, titles: [] },
  teams: { words: words.teams, titles: [] },
  roles: { words: words.roles, titles: [roles.title] },
  sso: { words: words.sso, titles: [signOn.oidc.title, signOn.saml.title, signOn.domains.title] },
  scim: { words: words.scim, titles: [provisioning.token.title, provisioning.state.title] },
  audit: { words: words.audit, titles: [] },
  retention: { words: words.retention, titles: [retention.holds.title] },
  tags: { words: words.tags, titles: [] },
  policies: { words: words.policies, titles: [policyRules.minimums.title, rules.policies.title] },
  infrastructure: { words: words.infrastructure, titles: [] },
  exclusions: { words: words.exclusions, titles: [rules.vex.title] },
  advisories: { words: words.advisories, titles: [] },
  overrides: {
    words: words.overrides,
    titles: [overrides.kinds.license.title, overrides.kinds.copyright.title],
  },
  keys: { words: words.keys, titles: [] },
  ci: { words: words.ci, titles: [] },
  images: { words: words.images, titles: [images.logins.title, images.hook.title] },
  registries: { words: words.registries, titles: [] },
  moving: { words: words.moving, titles: [moving.versions, moving.comparison] },
  integrations: { words: words.integrations, titles: [] },
  notifications: {
    words: words.notifications,
    titles: [notifications.rules.title, notifications.channels.title, notifications.deliveries.title],
  },
  accounts: { words: words.accounts, titles: [] },
} as const
