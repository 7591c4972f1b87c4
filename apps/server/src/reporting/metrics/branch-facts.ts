/** Criteria for branches; texts without white space, search texts in lower case. */
export interface BranchFacts {
  branchUuid: string
  projectUUID: string
  teamUuid: string | null
  tagTexts: string[]
  /** The project's url, and its name if it is another, in lines. */
  projectText: string
  branchText: string
}
