import type { BadgeAccess, BadgeSettings } from '@assay/contract/badges.ts'
import { randomBytes } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { githubRepository } from '#projects/projects/github-repository.ts'
import { findProject } from '#projects/project-store.ts'
import { findBadge, upsertBadge, removeBadge } from './store.ts'

/** 128 random bits. */
const slugBytes = 16

/** Throws 404 for a project out of scope. */
export async function readBadgeSettings(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<BadgeSettings> {
  const { url } = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
  const badge = await findBadge(db, scope, projectUuid)
  return {
    access: (badge?.access as BadgeAccess | undefined) ?? 'off',
    slug: badge?.slug ?? null,
    github: githubRepository(url),
  }
}

/** URLs are stable until a new slug is requested or badges are turned off. */
export async function configureBadge(
  tx: Tx,
  scope: Scope,
  change: { projectUuid: string; access: BadgeAccess; newSlug: boolean },
): Promise<{ before: BadgeSettings; after: BadgeSettings }> {
  const { projectUuid, access, newSlug } = change
  const before = await readBadgeSettings(tx, scope, projectUuid)
  if (access === 'off') await removeBadge(tx, scope, projectUuid)
  else {
    const slug = (newSlug ? null : before.slug) ?? randomBytes(slugBytes).toString('base64url')
    await upsertBadge(tx, scope, { projectUuid, access, slug, github: before.github })
  }
  return { before, after: await readBadgeSettings(tx, scope, projectUuid) }
}
