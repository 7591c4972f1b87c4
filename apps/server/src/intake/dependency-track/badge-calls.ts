import type { FastifyReply } from 'fastify'
import type { AppContext } from '#context.ts'
import { drawBadge, type DrawnBadge } from '#reporting/badges/draw-badge.ts'
import type { CallsOf } from './calls-of.ts'
import { metricsOfVersion } from './metrics-of.ts'
import { projectMissing } from './problem.ts'
import { findVersion, findVersionNamed, type VersionRow } from './versions-store.ts'

type Names = 'badge' | 'badgeNamed' | 'violationBadge' | 'violationBadgeNamed'

/** By uuid, or by name and version. */
export function badgeCalls({ db }: Pick<AppContext, 'db'>): CallsOf<Names> {
  return {
    badge: async ({ caller: { scope }, params, reply }) =>
      draw(reply, await findVersion(db, scope, params.branchUuid), vulnerabilities),
    badgeNamed: async ({ caller: { scope }, params, reply }) =>
      draw(reply, await findVersionNamed(db, scope, params), vulnerabilities),
    violationBadge: async ({ caller: { scope }, params, reply }) =>
      draw(reply, await findVersion(db, scope, params.branchUuid), violations),
    violationBadgeNamed: async ({ caller: { scope }, params, reply }) =>
      draw(reply, await findVersionNamed(db, scope, params), violations),
  }
}

type Shown = Pick<DrawnBadge, 'label' | 'message' | 'color'>

function draw(
  reply: FastifyReply,
  version: VersionRow | undefined,
  show: (version: VersionRow) => Shown,
): Uint8Array<ArrayBuffer> {
  if (!version) throw projectMissing()
  // Opened directly, an SVG could otherwise run scripts.
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  const shown = show(version)
  const isUnknown = version.lastScannedAt === null
  const unknown = { message: 'no BOM', color: 'lightgrey' } as const
  return new TextEncoder().encode(drawBadge({ ...shown, ...(isUnknown && unknown), style: 'flat' }))
}

function vulnerabilities(version: VersionRow): Shown {
  const { critical, high, medium, low, unassigned, vulnerabilities: all } = metricsOfVersion(version)
  const color = critical + high > 0 ? 'red' : all > 0 ? 'orange' : 'brightgreen'
  const message = `${critical} C, ${high} H, ${medium} M, ${low} L, ${unassigned} U`
  return { label: 'vulnerabilities', message, color }
}

/** All violations here fail a scan. */
function violations({ licenseViolations: count }: VersionRow): Shown {
  const color = count > 0 ? 'red' : 'brightgreen'
  return { label: 'policy violations', message: `${count} F, 0 W, 0 I`, color }
}
