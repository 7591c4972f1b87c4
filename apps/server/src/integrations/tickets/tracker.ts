/** An issue as its tracker has it. */
export interface TrackedIssue {
  key: string
  url: string
  /** As the tracker calls it. */
  status: string
  isDone: boolean
}

/** What an issue says. Text of advisories and package names is data: trackers escape it. */
export interface IssueDraft {
  /** One line. */
  title: string
  lines: string[]
  /** Found again by it: of this ticket alone, without spaces. */
  marker: string
  /** Shown by the issue as a link to us. */
  link: { id: string; url: string; title: string }
}

/** Where issues are kept. Throws Refused for what it did not do, any other error where nobody knows. */
export interface Tracker {
  create(draft: IssueDraft): Promise<TrackedIssue>
  /** By the marker of a draft; null: there is none, or the tracker's search does not know it yet. */
  find(marker: string): Promise<TrackedIssue | null>
  /** null: somebody deleted it. */
  read(key: string): Promise<TrackedIssue | null>
  link(key: string, link: IssueDraft['link'] & { isResolved: boolean }): Promise<void>
  /** Once for each marker. */
  comment(key: string, text: string, marker: string): Promise<void>
  /** Whether its workflow allowed it. */
  close(key: string): Promise<boolean>
  reopen(key: string): Promise<boolean>
}
