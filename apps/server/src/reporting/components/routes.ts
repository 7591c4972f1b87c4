import { doubtHeader } from '@assay/contract/components.ts'
import type { Advice } from '@assay/contract/report.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Match } from '@assay/engine/advisories/advisory.ts'
import { allLicenses } from '@assay/engine/licenses/spdx.ts'
import type { z } from 'zod'
import { findDoubt } from '#knowledge/advisories/databases/find-doubt.ts'
import { withOwnAdvisories } from '@assay/engine/advisories/own/with-own-advisories.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { findPageFixes } from '#reporting/reports/findings/find-page-fixes.ts'
import { makeAdvice } from '#reporting/reports/findings/make-advice.ts'
import { type PackageVersion, readPackage } from '#scanning/overrides/read-package.ts'
import { wireLicense } from '#scanning/overrides/wire-license.ts'
import { findCopyright } from './find-copyright.ts'
import { findLicenses } from './find-licenses.ts'

export function componentsRoutes({ routes, db, config, advisories }: AppContext): void {
  const indexOf = async (scope: Scope, { ecosystem }: PackageVersion) => {
    const shared = await advisories.load(new Set([ecosystem.id]))
    const own = await readOwnAdvisories(db, scope)
    return withOwnAdvisories(shared.get, own.indexOf)(ecosystem.id)
  }
  const fixesOf = async (scope: Scope, { ecosystem: { id: ecosystem }, name, version }: PackageVersion) => {
    const pkg = { ecosystem, name, version }
    return (await findPageFixes({ db, advisories }, scope, [pkg]))(pkg)
  }
  registerRoutes(routes, contract.components, {
    async advices({ caller, params, query, reply }) {
      const pkg = readPackage(params)
      const found = (await indexOf(caller.scope, pkg))?.match(pkg.name, pkg.version) ?? []
      const doubt = await findDoubt({ db, config }, pkg.ecosystem)
      // An empty list has no other place for it.
      if (doubt !== null) reply.header(doubtHeader, doubt)
      const fixes = await fixesOf(caller.scope, pkg)
      const matches = found.filter(
        ({ facts }) => query.cve === undefined || facts.cves.some((cve) => isSameId(cve, query.cve!)),
      )
      const texts = await readAccountTexts(
        db,
        caller.scope,
        matches.map(({ facts }) => facts.advisoryUuid),
      )
      const advices = matches.map((match) => ({
        ...adviceOf(pkg, match, texts.get(match.facts.advisoryUuid)),
        fixesThis: fixes.fixOf(match.facts.advisoryUuid),
        active: true,
        doubt,
      }))
      return advices.filter((advice) => filtered.every((name) => isWanted(query[name], advice[name])))
    },
    async next({ caller, params }) {
      const pkg = readPackage(params)
      const { safeVersions } = await fixesOf(caller.scope, pkg)
      return { ...safeVersions, doubt: await findDoubt({ db, config }, pkg.ecosystem) }
    },
    async registryWebUrl({ params }) {
      const { ecosystem, name, version } = readPackage(params)
      return { url: ecosystem.webUrl(name, version) }
    },
    async licenses({ caller, params }) {
      return (await findLicenses(db, caller.scope, readPackage(params))).map(wireLicense)
    },
    copyright: async ({ caller, params }) =>
      (await findCopyright(db, caller.scope, readPackage(params))) ?? '',
    async findLicenses({ query }) {
      const searchText = query.query.toLowerCase()
      const found = [...allLicenses()]
        .map((texts) => ({ texts, rank: rankOf(texts, searchText) }))
        .filter(({ rank }) => rank >= 0)
        .toSorted((one, other) => one.rank - other.rank)
      return found.slice(0, maxLicenses).map(({ texts: [id] }) => wireLicense(id))
    },
  })
}

/** Filters by a value of the advice itself. */
const filtered = ['severity', 'type', 'active'] as const

const isWanted = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value

const isSameId = (id: string | null, other: string) => id?.toLowerCase() === other.toLowerCase()

const maxLicenses = 100

/** 0 for the license of this id or name, then those that begin with it, then those that contain it; -1 for others. */
function rankOf(texts: readonly string[], searchText: string): number {
  const lowered = texts.map((text) => text.toLowerCase())
  return [
    lowered.includes(searchText),
    lowered.some((text) => text.startsWith(searchText)),
    lowered.some((text) => text.includes(searchText)),
  ].indexOf(true)
}

type Text = Parameters<typeof makeAdvice>[0]['text']

function adviceOf({ ecosystem, name, version }: PackageVersion, { facts, fixedVersions }: Match, text: Text) {
  const { advisoryUuid } = facts
  const advice: z.input<typeof Advice> = makeAdvice({
    advisoryUuid,
    ecosystem: ecosystem.id,
    name,
    text,
    updates: [],
    signal: { isKnownExploited: facts.knownExploited, epss: facts.epss },
    exclusion: null,
    facts: { ...facts, fixed: fixedVersions },
    span: { version, evidence: [], isDirect: null, locations: [] },
    fixesThis: null,
    introducedAt: facts.publishedAt ?? 0,
  })
  const { evidence: _evidence, introducedAt: _introducedAt, fixesThis: _fixesThis, ...rest } = advice
  return rest
}
