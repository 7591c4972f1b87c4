import type { Advice } from '@assay/contract/reports.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Match } from '@assay/engine/advisories/advisory.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByLanguage } from '@assay/engine/ecosystems/ecosystems.ts'
import { allLicenses } from '@assay/engine/licenses/spdx.ts'
import type { z } from 'zod'
import { readTexts } from '#knowledge/advisories/read-texts.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findPageFixes } from '#reporting/reports/find-page-fixes.ts'
import { makeAdvice } from '#reporting/reports/make-advice.ts'
import { wireLicense } from '#reporting/reports/other-assessments.ts'
import { listDeclaredLicenses } from './store.ts'

interface Asked {
  ecosystem: Ecosystem
  name: string
  version: string
}

export function componentsRoutes({ routes, db, advisories }: AppContext): void {
  const indexOf = async ({ ecosystem }: Asked) =>
    (await advisories.load(new Set([ecosystem.id]))).get(ecosystem.id)
  const fixesOf = async (scope: Scope, { ecosystem: { id: ecosystem }, name, version }: Asked) => {
    const asked = { ecosystem, name, version }
    return (await findPageFixes({ db, advisories }, scope, [asked]))(asked)
  }
  registerRoutes(routes, contract.components, {
    async advices({ caller, params }) {
      const asked = readAsked(params)
      const fixes = await fixesOf(caller.scope, asked)
      const matches = (await indexOf(asked))?.match(asked.name, asked.version) ?? []
      const texts = await readTexts(
        db,
        matches.map(({ facts }) => facts.advisoryUuid),
      )
      return matches.map((match) => ({
        ...adviceOf(asked, match, texts.get(match.facts.advisoryUuid)),
        fixesThis: fixes.fixOf(match.facts.advisoryUuid),
        active: true,
      }))
    },
    async next({ caller, params }) {
      return (await fixesOf(caller.scope, readAsked(params))).safeVersions
    },
    async registryWebUrl({ params }) {
      const { ecosystem, name, version } = readAsked(params)
      return { url: ecosystem.webUrl(name, version) }
    },
    async licenses({ caller, params }) {
      const { ecosystem, name, version } = readAsked(params)
      const component = { ecosystem: ecosystem.id, packageName: ecosystem.normalizeName(name), version }
      return (await listDeclaredLicenses(db, caller.scope, component)).map(wireLicense)
    },
    async findLicenses({ query }) {
      const wanted = query.query.toLowerCase()
      const found = [...allLicenses()].filter((texts) =>
        texts.some((text) => text.toLowerCase().includes(wanted)),
      )
      return found.slice(0, maxLicenses).map(([id]) => wireLicense(id))
    },
  })
}

const maxLicenses = 100

/** Throws 404 for a language that no ecosystem has. */
function readAsked({ language, name, version }: { language: string; name: string; version: string }): Asked {
  const ecosystem = ecosystemByLanguage(language) ?? throwNotFound('language')
  return { ecosystem, name: name.replaceAll('|', '/'), version }
}

type Text = Parameters<typeof makeAdvice>[0]['text']

function adviceOf({ ecosystem, name, version }: Asked, { facts, fixedVersions }: Match, text: Text) {
  const { severity, cvss, cve, advisoryUuid } = facts
  const advice: z.input<typeof Advice> = makeAdvice({
    advisoryUuid,
    ecosystem: ecosystem.id,
    name,
    text,
    exclusion: null,
    facts: { severity, cvss, cve, fixed: fixedVersions },
    span: { version, evidence: [], isDirect: null, locations: [] },
    fixesThis: null,
    introducedAt: facts.publishedAt ?? 0,
  })
  const { evidence: _evidence, introducedAt: _introducedAt, fixesThis: _fixesThis, ...rest } = advice
  return rest
}
