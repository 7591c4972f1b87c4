import type { Advice } from '@assay/contract/reports.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Match } from '@assay/engine/advisories/advisory.ts'
import { safeVersions } from '@assay/engine/advisories/safe-versions.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByLanguage } from '@assay/engine/ecosystems/ecosystems.ts'
import { allLicenses } from '@assay/engine/licenses/spdx.ts'
import type { z } from 'zod'
import { readTexts } from '../advisories/read-texts.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { makeAdvice } from '../reports/make-advice.ts'
import { wireLicense } from '../reports/other-assessments.ts'
import { listDeclaredLicenses } from './store.ts'

interface Asked {
  ecosystem: Ecosystem
  name: string
  version: string
}

export function componentsRoutes({ binding, db, advisories }: Parts): void {
  const indexOf = async ({ ecosystem }: Asked) =>
    (await advisories.load(new Set([ecosystem.id]))).get(ecosystem.id)
  implement(binding, contract.components, {
    async advices({ params }) {
      const asked = readAsked(params)
      const matches = (await indexOf(asked))?.match(asked.name, asked.version) ?? []
      const texts = await readTexts(
        db,
        matches.map(({ facts }) => facts.advisoryUuid),
      )
      return matches.map((match) => ({
        ...adviceOf(asked, match, texts.get(match.facts.advisoryUuid)),
        active: true,
      }))
    },
    async next({ params }) {
      const asked = readAsked(params)
      const index = await indexOf(asked)
      return index ? safeVersions(index, asked) : { latestPatch: null, latestMinor: null, latestMajor: null }
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
      return found.slice(0, mostLicenses).map(([id]) => wireLicense(id))
    },
  })
}

const mostLicenses = 100

/** Throws 404 for a language that no ecosystem has. */
function readAsked({ language, name, version }: { language: string; name: string; version: string }): Asked {
  const ecosystem = ecosystemByLanguage(language) ?? missing('language')
  return { ecosystem, name: name.replaceAll('|', '/'), version }
}

type Text = Parameters<typeof makeAdvice>[0]['text']

function adviceOf({ ecosystem, name, version }: Asked, { facts, fixedVersions }: Match, text: Text) {
  const { severity, cvss, cve, advisoryUuid } = facts
  const advice: z.input<typeof Advice> = makeAdvice({
    ...{ advisoryUuid, ecosystem: ecosystem.id, name, text, exclusion: null },
    facts: { severity, cvss, cve, fixed: fixedVersions },
    span: { version, evidence: [], isDirect: null, locations: [] },
    introducedAt: new Date(facts.publishedAt ?? 0),
  })
  const { evidence: _evidence, introducedAt: _introducedAt, ...rest } = advice
  return rest
}
