/** Criteria for branches; texts without white space, search texts in lower case. */
export interface BranchFacts {
  branchUuid: string
  projectUUID: string
  teamUuid: string | null
  tagTexts: string[]
  urlText: string
  nameText: string
  branchText: string
}
