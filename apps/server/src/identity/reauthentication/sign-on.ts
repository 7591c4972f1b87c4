import type { ProviderType } from '@assay/contract/vocabulary.ts'
import type { FastifyReply } from 'fastify'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import { redirectToOidc } from '#identity/sso/oidc/routes.ts'
import { redirectToSaml } from '#identity/sso/saml/routes.ts'
import {
  accountKey,
  findOidc,
  findSaml,
  type OidcSettings,
  type ProviderOf,
  type SamlSettings,
} from '#identity/sso/settings.ts'
import { listExternals } from '#identity/sso/store.ts'

type SignOnProvider = { type: 'oidc'; settings: OidcSettings } | { type: 'saml'; settings: SamlSettings }

/** The providers the member has used, at most one per type: of the account or the installation. */
export async function listSignOn(
  context: AppContext,
  { scope, memberUuid }: Caller,
): Promise<SignOnProvider[]> {
  const { accountUuid } = scope
  const externals = await listExternals(context.db, scope, memberUuid)
  const isKnown = ({ type, settings }: { type: ProviderType; settings: ProviderOf }) => {
    const prefix = settings.accountUuid === null ? `${type} ` : accountKey(accountUuid, type)
    return externals.some(({ provider }) => provider.startsWith(prefix))
  }
  const oidc = [await findOidc(context, accountUuid), await findOidc(context, null)]
    .filter((settings) => settings !== null)
    .map((settings) => ({ type: 'oidc' as const, settings }))
  const saml = [await findSaml(context, accountUuid), await findSaml(context, null)]
    .filter((settings) => settings !== null)
    .map((settings) => ({ type: 'saml' as const, settings }))
  return [oidc.find(isKnown), saml.find(isKnown)].filter((each) => each !== undefined)
}

interface SignOnRequest {
  provider: SignOnProvider
  caller: Caller
  returnTo: string
  reply: FastifyReply
}

/** The redirect URL. The state names the caller's session, which is confirmed on return. */
export async function beginSignOn(
  context: AppContext,
  { provider, caller, returnTo, reply }: SignOnRequest,
): Promise<string> {
  const { scope, memberUuid, by } = caller
  const { accountUuid } = scope
  const session = { accountUuid, memberUuid, uuid: by.uuid, startedAt: Date.now() }
  return provider.type === 'oidc'
    ? redirectToOidc(context, provider.settings, { returnTo, session, reply })
    : redirectToSaml(context, provider.settings, { returnTo, session, reply })
}
