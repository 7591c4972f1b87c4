import { redirect } from '#identity/sso/redirect.ts'
import { contract } from '@assay/contract/contract.ts'
import { toLine } from '@assay/text/invisible.ts'
import type { AppContext } from '#context.ts'
import type { Config } from '#config.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { startSession } from '#identity/sessions/start-session.ts'
import { areStorable } from '#identity/sso/are-storable.ts'
import { mappedNames } from '#identity/sso/ldap/groups.ts'
import { loginErrorRedirect } from '#identity/sso/login-error-redirect.ts'
import { loginPageOf } from '#identity/sso/login-page-of.ts'
import { sealTokens } from '#identity/sso/oidc/tokens.ts'
import { type IdentityClaims, resolveMember } from '#identity/sso/resolve-member.ts'
import { headerProvider } from '#identity/sso/settings.ts'
import { isFromOtherSite } from '#platform/http/own-site.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { type NamedPerson, readPerson } from './read-person.ts'

/** The only path on which the headers of a proxy mean something, besides the refresh of sessions that began here. */
export function headerRoutes(context: AppContext): void {
  const { config, routes, vault } = context
  registerRoutes(routes, contract.headerLogin, {
    async start({ query, request, reply, change }) {
      const settings = config.headerLogin ?? throwNotFound('provider')
      if (isFromOtherSite(request, config)) return redirect(reply, loginPageOf(query))
      try {
        const person = await readPerson(settings, request, config)
        if (typeof person === 'string') throw Object.assign(failed(), { cause: new Error(person) })
        const claims = claimsOf(person, settings)
        if (!areStorable(claims)) throw failed()
        await startSession(context, { request, reply, change }, async (tx) => {
          const member = await resolveMember(tx, claims)
          const tokens = { idToken: person.user, provider: headerProvider }
          const providerTokens = sealTokens(vault, member.accountUuid, tokens)
          // When the proxy asked for credentials is unknown.
          return { ...member, credential: 'header', providerTokens, confirmedAt: new Date(0) }
        })
        return redirect(reply, query.returnTo)
      } catch (error) {
        return redirect(reply, loginErrorRedirect(request, error))
      }
    },
  })
}

function claimsOf(
  { user, email, name, groups, isMultiFactor }: NamedPerson,
  settings: NonNullable<Config['headerLogin']>,
): IdentityClaims {
  const { roleNames, teamNames, trustsAddresses } = settings
  const named = groups.map((each) => ({ dn: each, name: each }))
  const hasNames = (names: object) => Object.keys(names).length > 0
  return {
    provider: headerProvider,
    subject: user,
    providerAccountUuid: null,
    email,
    isEmailVerified: trustsAddresses,
    joinsUnverified: !trustsAddresses,
    isMultiFactor: isMultiFactor || settings.isMultiFactor,
    name: name === null ? null : toLine(name).slice(0, 200).toWellFormed(),
    roles: hasNames(roleNames) ? [...mappedNames(named, roleNames), 'Viewer'] : null,
    teams: hasNames(teamNames) ? mappedNames(named, teamNames) : null,
  }
}

const failed = () => new Problem(401, 'signOnFailed', 'The proxy of this server did not name you. Try again')
