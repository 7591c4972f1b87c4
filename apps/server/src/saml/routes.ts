import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { implement, reply } from '../http/implement.ts'
import { notFound, Problem } from '../http/problem.ts'
import { admit } from '../sso/admit.ts'
import { openSealed, seal } from '../sso/carry.ts'
import { logRefusal } from '../sso/log-refusal.ts'
import { askProvider, metadataOf, readAnswer } from './provider.ts'

const cookieName = 'assay_saml'
const finishPath = '/api/v1/sso/saml/finish'
const departureLifetimeMs = 10 * 60_000
const arrivalLifetimeMs = 60_000

const Departure = z.object({ requestId: z.string(), returnTo: z.string() })
const Arrival = z.object({
  requestId: z.string(),
  who: z.object({ accountUuid: z.string(), memberUuid: z.string(), email: z.string() }),
})

export function samlRoutes(parts: Parts): void {
  const { binding, db, config, vault } = parts
  const settings = () => {
    if (!config.saml) throw notFound('provider')
    return config.saml
  }
  implement(binding, contract.saml, {
    metadata: async () => metadataOf(config, settings()),
    async start({ query, out }) {
      const { url, requestId } = await askProvider(parts, settings())
      const departure = { requestId, returnTo: query.returnTo }
      out.setCookie(
        cookieName,
        seal(vault, 'saml departure', { ...departure, lifetimeMs: departureLifetimeMs }),
        {
          ...{ httpOnly: true, sameSite: 'lax', path: finishPath, maxAge: departureLifetimeMs / 1000 },
          secure: config.publicUrl?.startsWith('https:') ?? false,
        },
      )
      out.header('location', url)
      return reply(302, '')
    },
    async callback({ body, request, out }) {
      const location = await arrivalOf(parts, {
        samlResponse: body.SAMLResponse,
        request,
        settings: settings(),
      })
      out.header('location', location)
      return reply(303, '')
    },
    /** The provider's post comes from another site and brings no cookies; this does, so that only the browser that left gets in. */
    async finish({ query, request, out }) {
      out.clearCookie(cookieName, { path: finishPath })
      const departure = openSealed(vault, 'saml departure', {
        ...{ schema: Departure, text: request.cookies[cookieName] ?? '' },
      })
      const arrival = openSealed(vault, 'saml arrival', { schema: Arrival, text: query.arrived })
      if (!departure || !arrival || departure.requestId !== arrival.requestId)
        return lead(out, '/?login=signOnFailed')
      const who = { ...arrival.who, action: 'credentials.login', credential: 'saml' }
      await enter({ db, config }, who, { request, out })
      return lead(out, departure.returnTo)
    },
  })
}

interface Posted {
  samlResponse: string
  request: FastifyRequest
  settings: NonNullable<Parts['config']['saml']>
}

async function arrivalOf(parts: Parts, { samlResponse, request, settings }: Posted): Promise<string> {
  try {
    const { profile, requestId } = await readAnswer(parts, settings, samlResponse)
    const who = await admit(parts.db, profile)
    const arrived = seal(parts.vault, 'saml arrival', { requestId, who, lifetimeMs: arrivalLifetimeMs })
    return `${finishPath}?arrived=${arrived}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    logRefusal(request, error)
    return `/?login=${error.errorType}`
  }
}

function lead(out: FastifyReply, url: string) {
  out.header('location', url)
  return reply(302, '')
}
