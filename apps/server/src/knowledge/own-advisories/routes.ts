import { contract } from '@assay/contract/contract.ts'
import {
  checkOwnAdvisory,
  type OwnAffected,
  readOwnAdvisory,
} from '@assay/engine/advisories/own/own-advisory.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { changeAdvisory, createAdvisory, describeAdvisory } from './change-advisory.ts'
import { previewAdvisory } from './preview.ts'
import { countOpen } from './preview-store.ts'
import { readImport } from './read-import.ts'
import { readOwnAdvisories } from './read-own-advisories.ts'
import { findOwnAdvisory, type OsvDocument, ownAdvisoryPages, versionPages } from './store.ts'
import { wireAdvisory } from './wire-advisory.ts'
import { importAdvisories } from './write-advisory.ts'

export function ownAdvisoriesRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.ownAdvisories, {
    async list({ caller }) {
      const own = await readOwnAdvisories(db, caller.scope)
      const counts = await countOpen(db, caller.scope, [...own.records.keys()])
      return streamItems(ownAdvisoryPages(db, caller.scope), (row) => {
        const advisoryUuid = own.advisoryOf(row.uuid) ?? row.uuid
        return wireAdvisory(row, { advisoryUuid, open: counts.get(advisoryUuid) })
      })
    },
    create: ({ caller, body, change }) =>
      createAdvisory({ caller, change }, { ...body, affected: checkContent(body) }),
    async get({ caller, params }) {
      const row = await findOwnAdvisory(db, caller.scope, params.ownAdvisoryUuid)
      return describeAdvisory(db, caller.scope, row ?? throwNotFound('advisory'))
    },
    update({ caller, params, body, change }) {
      const affected = checkContent(body)
      return changeAdvisory({ caller, change }, params.ownAdvisoryUuid, (before) => ({
        own: { ...body, affected, id: before.id },
        withdrawnAt: before.withdrawnAt,
      }))
    },
    setWithdrawn: ({ caller, params, body: { isWithdrawn }, change }) =>
      changeAdvisory({ caller, change }, params.ownAdvisoryUuid, (before) => ({
        own: readOwnAdvisory(before.document),
        withdrawnAt: isWithdrawn ? (before.withdrawnAt ?? new Date()) : null,
      })),
    async versions({ caller, params }) {
      const { uuid } =
        (await findOwnAdvisory(db, caller.scope, params.ownAdvisoryUuid)) ?? throwNotFound('advisory')
      return streamItems(versionPages(db, caller.scope, uuid), ({ at, document, ...row }) => ({
        ...row,
        at: at.getTime(),
        document: JSON.parse(document) as OsvDocument,
      }))
    },
    export: async ({ caller }) => streamItems(ownAdvisoryPages(db, caller.scope), ({ document }) => document),
    async import({ caller, body, change }) {
      const { documents, issues } = await readImport(body.file)
      const wireIssues = issues.map(({ code, message, where }) => ({ code, message, where }))
      return change(async (tx) => {
        const imported = await importAdvisories(tx, caller, documents)
        return { result: { ...imported, issues: wireIssues }, after: imported }
      })
    },
    preview: async ({ caller, body }) =>
      previewAdvisory(db, caller.scope, checkContent({ ...body, cvss: null })),
  })
}

type WrittenAffected = Omit<OwnAffected, 'ecosystem'> & { ecosystem: string }

/** Throws Problem 400 naming every place that would match nothing. */
function checkContent(own: { cvss: string | null; affected: readonly WrittenAffected[] }): OwnAffected[] {
  const affected = own.affected.map((each, index): OwnAffected => {
    const ecosystem = ecosystems.find(({ id }) => id === each.ecosystem)
    if (!ecosystem)
      throw invalid([
        { path: `affected.${index}.ecosystem`, message: `The ecosystem '${each.ecosystem}' is unknown` },
      ])
    return { ...each, ecosystem: ecosystem.id }
  })
  const issues = checkOwnAdvisory({ cvss: own.cvss, affected })
  if (issues.length > 0) throw invalid(issues)
  return affected
}

const invalid = (issues: { path: string; message: string }[]) =>
  new Problem(400, 'invalidInput', issues[0]!.message).withDetails(
    issues.map(({ path, message }) => ({ path: `body.${path}`, message })),
  )
