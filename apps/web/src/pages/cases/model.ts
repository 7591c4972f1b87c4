import type { CaseDeadline, CaseDraft, CaseEntry, DeadlineRegime } from '@assay/contract/cases.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { cases as messages } from '../../messages/cases.ts'

/** 'CRA early warning'; an account's own has the name that it was given. */
export const nameOfDeadline = (deadline: string): string =>
  ownProperty(messages.steps, deadline) ?? deadline.slice(deadline.indexOf('/') + 1)

export const keyOfDeadline = ({ regime, step }: { regime: DeadlineRegime; step: string }) =>
  `${regime}/${step}`

/** The first that is due of those that are not done; null if none has a date. */
export function nextDeadline(deadlines: readonly CaseDeadline[]): CaseDeadline | null {
  const due = deadlines.filter(({ doneAt, dueAt }) => doneAt === null && dueAt !== null)
  return due.toSorted((one, other) => one.dueAt! - other.dueAt!)[0] ?? null
}

/** What an entry of the time line is about; null if its kind says all. */
export function subjectOf({ kind, subject }: CaseEntry): string | null {
  if (kind === 'measure')
    return subject === null ? messages.timeLine.cleared : messages.timeLine.at(Date.parse(subject))
  if (subject === null) return kind === 'owner' ? messages.nobody : null
  if (kind === 'done' || kind === 'undone') return nameOfDeadline(subject)
  if (kind === 'notes') return listOf(subject, messages.notes)
  if (kind === 'facts') return factsOf(subject)
  const words: Readonly<Record<string, string>> = { ...messages.timeLine.causes, ...messages.reasons }
  return ownProperty(words, subject) ?? subject
}

const listOf = (subject: string, words: Readonly<Record<string, string>>) =>
  subject
    .split(', ')
    .map((name) => ownProperty(words, name) ?? name)
    .join(', ')

/** 'isListed=true, isExposed=false' in words. */
const factsOf = (subject: string) =>
  subject
    .split(', ')
    .map((fact) => {
      const [name = '', value] = fact.split('=')
      const words: Readonly<Record<string, string>> = messages.facts.names
      return `${ownProperty(words, name) ?? name}: ${value === 'true' ? messages.facts.yes : messages.facts.no}`
    })
    .join(', ')

/** A draft as text, for the form of an authority. */
export const textOfDraft = ({ title, fields }: CaseDraft): string =>
  [title, ...fields.map(({ label, value }) => `${label}:\n${value ?? `(${messages.drafts.missing})`}`)].join(
    '\n\n',
  )
