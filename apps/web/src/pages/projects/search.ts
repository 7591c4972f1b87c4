import { projectStates } from '@assay/contract/projects.ts'

export type State = (typeof projectStates)[number]

/** All that the URL of the page holds. */
export interface ProjectsSearch {
  q?: string | undefined
  state?: string | undefined
  /** Whether the dialog to add one is open. */
  add?: boolean | undefined
}

export interface ProjectsProps {
  search: ProjectsSearch
  /** Without replace, the way back leads to what is shown now. */
  onSearch: (patch: ProjectsSearch, how?: { replace?: boolean }) => void
}

/** What cannot be read is as if it were not there. */
export const stateOf = ({ state }: ProjectsSearch): State =>
  projectStates.find((known) => known === state) ?? 'active'
