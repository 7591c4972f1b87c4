import type { BadgeSettings, BadgeStyle } from '@assay/contract/badges.ts'
import { contract } from '@assay/contract/contract.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { notModified } from '#auth/router/reply.ts'
import type { AppContext } from '#context.ts'
import { configureBadge, readBadgeSettings } from './configure-badge.ts'
import { drawBadge } from './draw-badge.ts'
import { findScore, type FoundBadge, type BadgeQuery } from './find-score.ts'
import { createHash } from 'node:crypto'

/** Minimum cache time of shields.io. */
const cacheSeconds = 300

export function badgesRoutes({ routes, db, config }: AppContext): void {
  const find = (query: BadgeQuery) => findScore({ db, config }, query)

  async function draw(call: Exchange, query: BadgeQuery, { label, style, b64 = false }: BadgeOptions) {
    const found = await find(query)
    const svg = drawBadge({ ...found, label: label ?? labelOf(query.domain), style })
    if (isKnown(call, found, svg + String(b64))) return notModified
    // Opened directly, an SVG could otherwise run scripts.
    call.reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    if (!b64) return svg
    call.reply.type('text/plain; charset=utf-8')
    return Buffer.from(svg).toString('base64')
  }

  registerRoutes(routes, contract.badges, {
    svg: ({ caller, params, query, ...call }) => draw(call, { caller, ...choiceOf(params), ...query }, query),
    async shields({ caller, params, query, ...call }) {
      const found = await find({ caller, ...choiceOf(params), ...query })
      const badge = {
        schemaVersion: 1 as const,
        label: labelOf(params.domain),
        message: found.message,
        color: found.color,
        isError: found.message === 'unknown',
        cacheSeconds,
      }
      return isKnown(call, found, JSON.stringify(badge)) ? notModified : badge
    },
    ofProject: ({ params, query, ...call }) =>
      draw(call, { caller: null, ...choiceOf(params), ...query }, query),
    ofRepository: ({ params: { owner, repo, domain }, query, ...call }) =>
      draw(call, { caller: null, github: `${owner}/${repo}`.toLowerCase(), domain, ...query }, query),
    settings: ({ caller, params }) => readBadgeSettings(db, caller.scope, params.projectUuid),
    configure: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const { before, after } = await configureBadge(tx, caller.scope, { ...params, ...body })
        return { result: after, before: audited(before), after: audited(after) }
      }),
  })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface BadgeOptions {
  label?: string | undefined
  style: BadgeStyle
  b64?: boolean
}

const choiceOf = ({ project, domain }: { project: string; domain: string }) => ({
  projectUuid: project,
  domain,
})

const labels: ReadonlySet<string> = new Set(domains)
const labelOf = (domain: string) => (labels.has(domain) ? domain : 'badge')

/**
 * Image proxies cache a badge and revalidate it by ETag. Unknown badges may change soon, and badges that required a
 * login must not be cached publicly.
 */
function isKnown({ request, reply }: Exchange, { isPublic }: FoundBadge, text: string): boolean {
  reply.header('cache-control', isPublic ? `public, max-age=${cacheSeconds}` : 'private, no-cache')
  reply.header('vary', 'authorization')
  return isCachedByClient(request, reply, text)
}

/** The slug grants access to the badge. */
const audited = ({ access, slug }: BadgeSettings) => ({
  access,
  slug: slug === null ? null : `${slug.slice(0, 4)}…`,
})

/**
 * Sets a weak ETag from the response text and returns whether it matches the request (304). Weak, since the response
 * may be compressed. RFC 9110 §13.1.2.
 */
function isCachedByClient(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', `W/${tag}`)
  const requestTags = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  return requestTags.some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}
