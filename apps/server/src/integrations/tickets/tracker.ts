/** An issue as returned by its tracker. */
export interface TrackedIssue {
  key: string
  url: string
  /** Name of the status in the tracker. */
  status: string
  isDone: boolean
}

/** Content of an issue. Advisory texts and package names are untrusted and escaped by trackers. */
export interface IssueDraft {
  /** One line. */
  title: string
  lines: string[]
  /** Unique marker to find it again, without spaces. */
  marker: string
  /** Link back to Assay. */
  link: { id: string; url: string; title: string }
}

/** An issue tracker. Throws ServiceRejection if nothing was done, any other error if the result is unknown. */
export interface Tracker {
  create(draft: IssueDraft): Promise<TrackedIssue>
  /** By the marker of a draft; null if there is none or it is not indexed yet. */
  find(marker: string): Promise<TrackedIssue | null>
  /** null if it was deleted. */
  read(key: string): Promise<TrackedIssue | null>
  link(key: string, link: IssueDraft['link'] & { isResolved: boolean }): Promise<void>
  /** Once per marker. */
  comment(key: string, text: string, marker: string): Promise<void>
  /** Whether its workflow allowed it. */
  close(key: string): Promise<boolean>
  reopen(key: string): Promise<boolean>
}
