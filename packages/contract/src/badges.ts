import { z } from 'zod'
import { endpoints, mediaTypes, noContent, text } from './endpoint.ts'
import { Flag } from './vocabulary.ts'
import { named } from './named.ts'

export const badgeStyles = ['flat', 'flat-square'] as const
export type BadgeStyle = (typeof badgeStyles)[number]

/** Who can see a project's badges without a login: nobody, anyone with the slug, or everyone. */
export const badgeAccesses = ['off', 'slug', 'public'] as const
export type BadgeAccess = (typeof badgeAccesses)[number]

export const BadgeSettings = named('BadgeSettings', {
  access: z.enum(badgeAccesses),
  /** Part of the badge URLs; null while badges are off. */
  slug: z.string().nullable(),
  /** 'owner/repo' of a GitHub project, which also has badges at /badge/gh/. */
  github: z.string().nullable(),
})
export type BadgeSettings = z.infer<typeof BadgeSettings>

/** https://shields.io/badges/endpoint-badge rejects any other key. */
export const ShieldsBadge = named('ShieldsBadge', {
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  color: z.string(),
  /** No score is available. */
  isError: z.boolean(),
  cacheSeconds: z.int(),
})
export type ShieldsBadge = z.infer<typeof ShieldsBadge>

const Choice = {
  /** Defaults to main, or the most recently scanned branch. */
  branch: z.string().min(1).max(250).optional(),
  slug: z.string().max(100).optional(),
}
const Drawn = z.object({
  ...Choice,
  style: z.enum(badgeStyles).default('flat'),
  /** Defaults to the domain. */
  label: z.string().trim().max(60).optional(),
})

const svg = text('image/svg+xml')
const svgOrBase64 = z
  .string()
  .register(mediaTypes, { mediaType: 'image/svg+xml', alternatives: ['text/plain'] })
/** 304 for a matching ETag. */
const drawn = { 200: svg, 304: noContent }

/**
 * Badges of the latest report. Image proxies cache errors, so without access a gray "unknown" badge is returned
 * instead of an error.
 */
export const badges = endpoints({
  svg: {
    method: 'GET',
    path: '/api/v2/badges/{project}/{domain}',
    permission: 'public',
    summary: 'A badge with the security, stability or licensing score of a project, as SVG; b64: in Base64',
    query: Drawn.extend({ b64: Flag.default(false), reportUuid: z.string().max(100).optional() }),
    responses: { 200: svgOrBase64, 304: noContent },
  },
  shields: {
    method: 'GET',
    path: '/api/v2/badges/{project}/{domain}/shields.json',
    permission: 'public',
    summary: 'A badge in the shields.io endpoint format',
    query: z.object({ ...Choice, reportUuid: z.string().max(100).optional() }),
    responses: { 200: ShieldsBadge, 304: noContent },
  },
  ofProject: {
    method: 'GET',
    path: '/badge/pb/{project}/{domain}',
    permission: 'public',
    ignoresLogin: true,
    summary: 'A badge by the uuid of the project',
    query: Drawn,
    responses: drawn,
  },
  ofRepository: {
    method: 'GET',
    path: '/badge/gh/{owner}/{repo}/{domain}',
    permission: 'public',
    ignoresLogin: true,
    summary: 'A badge by the GitHub repository of the project',
    query: Drawn,
    responses: drawn,
  },
  settings: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/badges',
    permission: 'projects.read',
    summary: "Get who can see a project's badges without a login",
    responses: { 200: BadgeSettings },
  },
  configure: {
    method: 'POST',
    path: '/api/v1/projects/{projectUuid}/badges',
    permission: 'projects.edit',
    summary: "Set who can see a project's badges without a login; newSlug invalidates the previous URLs",
    body: z.object({ access: z.enum(badgeAccesses), newSlug: z.boolean().default(false) }),
    responses: { 200: BadgeSettings },
  },
})
