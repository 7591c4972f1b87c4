import { type IdentityProvider, identityProviders } from '@assay/contract/vocabulary.ts'
import { contract } from '@assay/contract/contract.ts'
import {
  LdapSettings,
  OidcSettings,
  SamlSettings,
  type SignOn,
  type SignOnCheck,
} from '@assay/contract/sso.ts'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { changeAutogroupings, domainsOf, isDomainShown, readAutogroupings } from '#identity/sso/domains.ts'
import { assignVerifiedDomain } from '#identity/sso/domain-store.ts'
import { findProvider, type ProviderRow, setActive } from '#identity/sso/provider-store.ts'
import { forgetProvider, saveProvider } from './save-provider.ts'
import { secretPurpose, readLdap, readOidc, readSaml } from '#identity/sso/settings.ts'
import { checkDirectory } from '#identity/sso/ldap/check-directory.ts'
import { checkOidc } from '#identity/sso/oidc/check-oidc.ts'
import { checkCertificate } from '#identity/sso/saml/check-certificate.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { callbackPathOf } from '#identity/sso/oidc/flow.ts'
import { ownAddresses } from '#identity/sso/saml/provider.ts'

/** Settings of an account's own providers. */
export function ssoRoutes(context: AppContext): void {
  const { routes, db, vault } = context
  /** In one transaction, with old and new values for the audit log. */
  const change = (
    { caller, change: inTransaction }: ChangeInput,
    act: (tx: Tx, scope: Scope) => Promise<unknown>,
  ) =>
    inTransaction(async (tx) => {
      // Omitted fields such as secrets are written back as read.
      await lockAccount(tx, caller.scope)
      const before = await signOnOf({ ...context, db: tx }, caller.scope)
      await act(tx, caller.scope)
      const after = await signOnOf({ ...context, db: tx }, caller.scope)
      return { result: after, ...differenceOf(before, after) }
    })
  registerRoutes(routes, contract.sso, {
    get: ({ caller }) => signOnOf(context, caller.scope),
    putOidc: (input) =>
      change(input, (tx, scope) => {
        const { clientSecret: text, ...settings } = input.body
        const sealed = typeof text === 'string' ? vault.seal(text, secretPurpose(scope.accountUuid)) : text
        return saveProvider(tx, scope, { type: 'oidc', settings, secret: sealed })
      }),
    putSaml: (input) =>
      change(input, (tx, scope) =>
        saveProvider(tx, scope, { type: 'saml', settings: input.body, secret: null }),
      ),
    putLdap: (input) =>
      change(input, (tx, scope) => {
        const { bindPassword: text, ...settings } = input.body
        const sealed = text === undefined ? text : vault.seal(text, secretPurpose(scope.accountUuid))
        const secret = settings.bindDn === '' ? null : sealed
        return saveProvider(tx, scope, { type: 'ldap', settings, secret })
      }),
    activate: (input) =>
      change(input, async (tx, scope) => {
        const type = typeOf(input.params.type)
        if (!(await findProvider(tx, scope, type))) throwNotFound('provider')
        await setActive(tx, scope, { type, isActive: input.query.active })
      }),
    remove: (input) => change(input, (tx, scope) => forgetProvider(tx, scope, typeOf(input.params.type))),
    async check({ caller, params }) {
      const type = typeOf(params.type)
      const row = (await findProvider(db, caller.scope, type)) ?? throwNotFound('provider')
      return checkProvider(context, { type, row, accountUuid: caller.scope.accountUuid })
    },
    setDomains: (input) => change(input, (tx) => changeAutogroupings(tx, input.caller, input.body)),
    async verifyDomain(input) {
      const { caller, params } = input
      const domain = params.domain.toLowerCase()
      if (!(await readAutogroupings(db, caller.scope)).domains.includes(domain)) throwNotFound('domain')
      if (!(await isDomainShown(context, caller.scope, domain)))
        throw new Problem(
          409,
          'domainNotShown',
          'The TXT record was not found. New records can take an hour to become visible',
        )
      return change(input, (tx, scope) => assignVerifiedDomain(tx, scope, domain))
    },
  })
}

/** Without secrets. */
async function signOnOf(
  { db, config, vault }: Pick<AppContext, 'db' | 'config' | 'vault'>,
  scope: Scope,
): Promise<SignOn> {
  const [oidc, saml] = [await findProvider(db, scope, 'oidc'), await findProvider(db, scope, 'saml')]
  const ldap = await findProvider(db, scope, 'ldap')
  return {
    oidc: oidc
      ? { ...OidcSettings.parse(oidc.settings), ...stateOf(oidc), hasSecret: oidc.secret !== null }
      : null,
    saml: saml ? { ...SamlSettings.parse(saml.settings), ...stateOf(saml) } : null,
    ldap: ldap
      ? { ...LdapSettings.parse(ldap.settings), ...stateOf(ldap), hasSecret: ldap.secret !== null }
      : null,
    addresses: addressesOf(config, scope.accountUuid),
    ...(await domainsOf({ db, vault }, scope)),
  }
}

const stateOf = ({ isActive, updatedAt }: ProviderRow) => ({ isActive, updatedAt: updatedAt.getTime() })

interface ChangeInput {
  caller: Caller
  change: Change
}

const typeOf = (text: string): IdentityProvider =>
  identityProviders.find((type) => type === text) ?? throwNotFound('provider')

/** The changed fields, without secrets. */
function differenceOf(before: SignOn, after: SignOn) {
  const isChanged = (name: string) =>
    JSON.stringify(before[name as keyof SignOn]) !== JSON.stringify(after[name as keyof SignOn])
  const names = Object.keys(after).filter(isChanged)
  const pick = (from: SignOn) => Object.fromEntries(names.map((name) => [name, from[name as keyof SignOn]]))
  return { before: pick(before), after: pick(after) }
}

interface Checked {
  type: IdentityProvider
  row: ProviderRow
  accountUuid: string
}

/** Checks a provider without a login. */
async function checkProvider(
  { config, vault }: AppContext,
  { type, row, accountUuid }: Checked,
): Promise<SignOnCheck> {
  const checks = {
    oidc: () => checkOidc(readOidc({ vault }, accountUuid, row), config),
    saml: () => checkCertificate(readSaml(accountUuid, row).certificate),
    ldap: () => checkDirectory(readLdap({ vault }, accountUuid, row), config),
  }
  const findings = await checks[type]()
  return { isRight: findings.every(({ isRight }) => isRight), findings }
}

/** Values to configure at the provider, and the login link of the account. */
function addressesOf(config: Config, accountUuid: string): SignOn['addresses'] {
  const base = publicAddress(config)
  const { metadata, callback } = ownAddresses(config, { accountUuid })
  return {
    oidcRedirect: base + callbackPathOf({ accountUuid }),
    logoutRedirect: `${base}/`,
    samlMetadata: metadata,
    samlCallback: callback,
    login: `${base}/?sso=${accountUuid}`,
  }
}
