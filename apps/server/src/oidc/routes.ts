import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply } from 'fastify'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { implement, reply } from '../http/implement.ts'
import { notFound, Problem } from '../http/problem.ts'
import { logRefusal } from '../sso/log-refusal.ts'
import { arrive, callbackPath, depart, departureLifetimeMs } from './flow.ts'

const cookieName = 'assay_oidc'

export function oidcRoutes(parts: Parts): void {
  const { binding, config } = parts
  const cookie = {
    // Lax: the provider leads back from another site.
    ...{ httpOnly: true, sameSite: 'lax' as const, path: callbackPath, maxAge: departureLifetimeMs / 1000 },
    secure: config.publicUrl?.startsWith('https:') ?? false,
  }
  const settings = () => {
    if (!config.oidc) throw notFound('provider')
    return config.oidc
  }
  implement(binding, contract.oidc, {
    async start({ query, out }) {
      const { url, carried } = await depart(parts, settings(), query.returnTo)
      out.setCookie(cookieName, carried, cookie)
      return lead(out, url)
    },
    async callback({ request, out }) {
      const carried = request.cookies[cookieName] ?? ''
      out.clearCookie(cookieName, { path: callbackPath })
      try {
        const who = await arrive(parts, settings(), { carried, path: request.url })
        await enter(parts, { ...who, action: 'credentials.login', credential: 'oidc' }, { request, out })
        return lead(out, who.returnTo)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        logRefusal(request, error)
        return lead(out, `/?login=${encodeURIComponent(error.errorType)}`)
      }
    },
  })
}

function lead(out: FastifyReply, url: string) {
  out.header('location', url)
  return reply(302, '')
}
