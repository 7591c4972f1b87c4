import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { implement, reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { admit } from '../sso/admit.ts'
import { openSealed, seal } from '../sso/carry.ts'
import { pathBack } from '../sso/lead-back.ts'
import { exactly, findSaml, type SamlSettings } from '../sso/settings.ts'
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
  const callback = async ({ body, request, out }: Callback, accountUuid: string | null) => {
    const settings = exactly(await findSaml(parts, accountUuid), accountUuid)
    out.header('location', await arrivalOf(parts, { samlResponse: body.SAMLResponse, request, settings }))
    return reply(303, '')
  }
  implement(binding, contract.saml, {
    metadata: async () => metadataOf(config, exactly(await findSaml(parts, null), null)),
    // Before there is a provider, it is what the provider must be told.
    metadataOfAccount: async ({ params }) =>
      metadataOf(config, { accountUuid: params.accountUuid.toLowerCase() }),
    async start({ query, out }) {
      const settings = (await findSaml(parts, query.account ?? null)) ?? missing('provider')
      const { url, requestId } = await askProvider(parts, settings)
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
    callback: (input) => callback(input, null),
    callbackOfAccount: (input) => callback(input, input.params.accountUuid.toLowerCase()),
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

interface Callback {
  body: { SAMLResponse: string }
  request: FastifyRequest
  out: FastifyReply
}

interface Posted {
  samlResponse: string
  request: FastifyRequest
  settings: SamlSettings
}

async function arrivalOf(parts: Parts, { samlResponse, request, settings }: Posted): Promise<string> {
  try {
    const { profile, requestId } = await readAnswer(parts, settings, samlResponse)
    const who = await admit(parts.db, profile)
    const arrived = seal(parts.vault, 'saml arrival', { requestId, who, lifetimeMs: arrivalLifetimeMs })
    return `${finishPath}?arrived=${arrived}`
  } catch (error) {
    return pathBack(request, error)
  }
}

function lead(out: FastifyReply, url: string) {
  out.header('location', url)
  return reply(302, '')
}
