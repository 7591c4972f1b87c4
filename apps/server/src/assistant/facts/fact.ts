import { isoDay } from '@assay/engine/time.ts'
import type { AssistantSource } from '@assay/contract/assistant-conversations.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'

/** Context for reading facts, limited to what the member may see. */
export interface FactContext extends Pick<AppContext, 'db' | 'config' | 'advisories' | 'numbers'> {
  /** null if the member may not see them. */
  scopes: { reports: Scope | null; insights: Scope | null }
}

type Source = Omit<AssistantSource, 'ref'>

export interface NewFact {
  /** A self-contained sentence. */
  text: string
  source: Source
  /** Sanitized third-party text, never part of our own sentences. */
  quote?: string
}

export interface Fact extends NewFact {
  ref: string
}

/** Assigns references to facts; the same sentence keeps its reference. */
export class FactList {
  readonly #facts: Fact[] = []

  add(facts: readonly NewFact[]): Fact[] {
    return facts.map((fact) => {
      const known = this.#facts.find(({ text }) => text === fact.text)
      if (known) return known
      const added = { ...fact, ref: `F${this.#facts.length + 1}` }
      this.#facts.push(added)
      return added
    })
  }

  get all(): Fact[] {
    return [...this.#facts]
  }
}

export const sourceOf = ({ ref, source }: Fact): AssistantSource => ({ ref, ...source })

const nowhere = { projectUuid: null, branch: null, name: null }

export const overviewSource: Source = { ...nowhere, kind: 'overview', label: 'Dashboard' }

export const projectSource = (
  project: { uuid: string; name: string },
  branch: string | null = null,
): Source => ({
  ...nowhere,
  kind: 'project',
  label: branch === null ? project.name : `${project.name} ${branch}`,
  projectUuid: project.uuid,
  branch,
})

export const vulnerabilitySource = (id: string): Source => ({
  ...nowhere,
  kind: 'vulnerability',
  label: id,
  name: id,
})

export const fixesSource = (project: { uuid: string; name: string } | null): Source => ({
  ...nowhere,
  kind: 'fixes',
  label: project === null ? 'Fixes' : `Fixes of ${project.name}`,
  projectUuid: project?.uuid ?? null,
})

export const componentSource = (name: string): Source => ({
  ...nowhere,
  kind: 'component',
  label: name,
  name,
})

/** 2026-01-31, or 'at an unknown time'. */
export const dayOf = (at: Date | number | null): string => (at === null ? 'at an unknown time' : isoDay(at))
