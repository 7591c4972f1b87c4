import type { AssistantSource } from '@assay/contract/barista.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'

/** What facts are read with: as far as the member may see each kind. */
export interface FactContext extends Pick<AppContext, 'db' | 'config' | 'advisories'> {
  /** null: the member may not. */
  scopes: { reports: Scope | null; insights: Scope | null }
}

type Source = Omit<AssistantSource, 'ref'>

export interface NewFact {
  /** A sentence that stands for itself. */
  text: string
  source: Source
  /** What outsiders wrote: data, cleaned, never part of a sentence of ours. */
  quote?: string
}

export interface Fact extends NewFact {
  ref: string
}

/** Gives references to facts; the same sentence keeps its own. */
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

/** 2026-01-31; 'at an unknown time' where nobody knows. */
export const dayOf = (at: Date | number | null): string =>
  at === null ? 'at an unknown time' : new Date(at).toISOString().slice(0, 10)

/** '1 project', '2 projects'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
