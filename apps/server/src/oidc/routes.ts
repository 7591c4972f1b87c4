import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { implement, reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { pathBack } from '../sso/lead-back.ts'
import { exactly, findOidc } from '../sso/settings.ts'
import { arrive, callbackPath, depart, departureLifetimeMs } from './flow.ts'

const cookieName = 'assay_oidc'

export function oidcRoutes(parts: Parts): void {
  const { binding, config } = parts
  const cookie = {
    // Lax: the provider leads back from another site.
    ...{ httpOnly: true, sameSite: 'lax' as const, path: callbackPath, maxAge: departureLifetimeMs / 1000 },
    secure: config.publicUrl?.startsWith('https:') ?? false,
  }
  const callback = async (
    { request, out }: { request: FastifyRequest; out: FastifyReply },
    accountUuid: string | null,
  ) => {
    const carried = request.cookies[cookieName] ?? ''
    out.clearCookie(cookieName, { path: callbackPath })
    try {
      const settings = exactly(await findOidc(parts, accountUuid), accountUuid)
      const who = await arrive(parts, settings, { carried, path: request.url })
      await enter(parts, { ...who, action: 'credentials.login', credential: 'oidc' }, { request, out })
      return lead(out, who.returnTo)
    } catch (error) {
      return lead(out, pathBack(request, error))
    }
  }
  implement(binding, contract.oidc, {
    async start({ query, request, out }) {
      const settings = (await findOidc(parts, query.account ?? null)) ?? missing('provider')
      try {
        const { url, carried } = await depart(parts, settings, query.returnTo)
        out.setCookie(cookieName, carried, cookie)
        return lead(out, url)
      } catch (error) {
        return lead(out, pathBack(request, error))
      }
    },
    callback: (input) => callback(input, null),
    callbackOfAccount: (input) => callback(input, input.params.accountUuid.toLowerCase()),
  })
}

function lead(out: FastifyReply, url: string) {
  out.header('location', url)
  return reply(302, '')
}
