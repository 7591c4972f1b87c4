import type { Case, CaseDraft, CaseNote } from '@assay/contract/cases.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import { type CraStep, craSteps } from '@assay/engine/cases/regimes.ts'
import { draftTexts, type DraftTexts, type FieldName } from './draft-texts.ts'

type Known = Omit<Case, 'drafts'>

interface Context {
  /** The manufacturer. */
  accountName: string
  text: AdvisoryText | undefined
  language: Language
}

/** What Article 14(2) of Regulation (EU) 2024/2847 asks for in each notification. */
const contents: Readonly<Record<CraStep, readonly FieldName[]>> = {
  'early-warning': ['manufacturer', 'vulnerability', 'exploited', 'products', 'memberStates'],
  notification: [
    ...(['manufacturer', 'vulnerability', 'products', 'product', 'exploit', 'nature'] as const),
    ...(['measures', 'userMeasures', 'sensitivity'] as const),
  ],
  'final-report': ['manufacturer', 'products', 'nature', 'severity', 'impact', 'actor', 'update'],
}

/** Fields that members write, by the note that they write. */
const written: Partial<Record<FieldName, CaseNote>> = {
  memberStates: 'memberStates',
  product: 'product',
  exploit: 'exploit',
  measures: 'measures',
  userMeasures: 'userMeasures',
  sensitivity: 'sensitivity',
  impact: 'impact',
  actor: 'actor',
  update: 'update',
}

/** The texts of the notifications that the deadlines of a case ask for, as far as they are known. */
export function makeDrafts(known: Known, context: Context): CaseDraft[] {
  const texts = draftTexts[context.language]
  return craSteps
    .filter((step) => known.deadlines.some((each) => each.regime === 'cra' && each.step === step))
    .map((step) => ({
      regime: 'cra',
      step,
      title: texts.titles[step],
      fields: contents[step].map((name) => {
        const note = written[name] ?? null
        const value = (note && known.notes[note]) || valueOf[name]?.(known, { ...context, texts }) || null
        return { label: texts.fields[name], value, note }
      }),
    }))
}

type Worded = Context & { texts: DraftTexts }

/** What is known of a field without a member. */
const valueOf: Partial<Record<FieldName, (known: Known, context: Worded) => string>> = {
  manufacturer: (_, { accountName }) => accountName,
  vulnerability: ({ displayId, summary }) => [displayId, summary].filter(Boolean).join(': '),
  exploited: ({ awareAt, exploitedBy }, { texts }) => texts.exploited(utc(awareAt), exploitedBy),
  products: ({ affected }, { texts }) => productsOf(affected, texts),
  nature: ({ displayId }, { text }) =>
    [displayId, text?.description, text?.cwes.join(', ')].filter(Boolean).join('\n\n').slice(0, maxText),
  severity: ({ severity }, { text, texts }) =>
    [texts.severities[severity], text?.cvss && `CVSS ${text.cvss.score} (${text.cvss.vector})`]
      .filter(Boolean)
      .join(', '),
  userMeasures: ({ affected }, { texts }) =>
    upgradesOf(affected)
      .map(([name, version]) => texts.upgrade(name, version))
      .join('\n'),
  update: ({ affected, measureAt }, { texts }) =>
    [
      measureAt === null ? '' : texts.available(utc(measureAt)),
      ...new Set(
        affected.flatMap(({ projectName, fixedBy }) => (fixedBy ? [`${projectName}: ${fixedBy}`] : [])),
      ),
    ]
      .filter(Boolean)
      .join('\n'),
}

const maxText = 4000
const maxProducts = 100

const utc = (epochMs: number) => `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function productsOf(affected: Known['affected'], texts: DraftTexts): string {
  const lines = affected.map(
    ({ projectName, version, branch, package: name, versions }) =>
      `${projectName} ${version ?? texts.branch(branch)} (${name} ${versions.join(', ')})`,
  )
  const all = [...new Set(lines)]
  const more = all.length - maxProducts
  return [...all.slice(0, maxProducts), ...(more > 0 ? [texts.more(more)] : [])].join('\n')
}

/** Packages with the versions that an advisory names as fixed. */
const upgradesOf = (affected: Known['affected']): [name: string, version: string][] => [
  ...new Map(
    affected.flatMap(({ package: name, fixedVersions }) =>
      fixedVersions.length === 0 ? [] : [[name, fixedVersions.join(', ')] as const],
    ),
  ),
]
