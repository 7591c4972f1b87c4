import { projectStates } from '@assay/contract/projects.ts'

export type State = (typeof projectStates)[number]

/** Search parameters of the page. */
export interface ProjectsSearch {
  q?: string | undefined
  state?: string | undefined
  /** Whether the "Add project" dialog is open. */
  add?: boolean | undefined
}

export interface ProjectsProps {
  search: ProjectsSearch
  /** Without replace, the back button returns to the current state. */
  onSearch: (patch: ProjectsSearch, how?: { replace?: boolean }) => void
}

/** Invalid values are ignored. */
export const stateOf = ({ state }: ProjectsSearch): State =>
  projectStates.find((known) => known === state) ?? 'active'
