/** Why a component or file of a scan was not checked, in the order in which a component's reason is chosen. */
export const gapReasons = [
  'source-git',
  'source-folder',
  'source-file',
  'source-private',
  'action-commit',
  'image-unscanned',
  'purl-missing',
  'ecosystem-unsupported',
  'version-missing',
  'version-unreadable',
  'release-missing',
  'advisories-missing',
  'advisories-outdated',
  'lockfile-missing',
  'transitive-unlisted',
  'file-unsupported',
  'file-unread',
  'document-empty',
] as const
export type GapReason = (typeof gapReasons)[number]

interface ReasonFacts {
  /** false: no public advisory is about it by its nature, so it never prevents a PASS. */
  mayHideVulnerability: boolean
  /** Something that is scanned for itself: it prevents a PASS only if every gap does, or if nothing was checked. */
  isApart?: true
  /** After a number: '3 without a version'. */
  label: string
  /** What to do; '' if there is nothing to do. */
  action: string
}

export const gapFacts: Readonly<Record<GapReason, ReasonFacts>> = {
  'source-git': { mayHideVulnerability: false, label: 'from a Git repository', action: '' },
  'source-folder': { mayHideVulnerability: false, label: 'from a folder', action: '' },
  'source-file': { mayHideVulnerability: false, label: 'from a file or address', action: '' },
  'source-private': { mayHideVulnerability: false, label: 'from a private registry', action: '' },
  'action-commit': {
    mayHideVulnerability: false,
    label: 'pinned to a commit',
    action: 'Write the full version in a comment after the commit.',
  },
  'image-unscanned': {
    mayHideVulnerability: true,
    isApart: true,
    label: 'only named as an image',
    action: 'Scan the image, too.',
  },
  'purl-missing': {
    mayHideVulnerability: true,
    label: 'without a package URL',
    action: 'Let the tool that wrote the document add package URLs.',
  },
  'ecosystem-unsupported': {
    mayHideVulnerability: true,
    label: 'of an ecosystem without advisories',
    action: 'Check them with a tool that knows the ecosystem, and accept the gap.',
  },
  'version-missing': {
    mayHideVulnerability: true,
    label: 'without a version',
    action: 'Pin the version, or scan the lockfile.',
  },
  'version-unreadable': {
    mayHideVulnerability: true,
    label: 'with a version that cannot be compared',
    action: 'List the installed version instead of a range or a tag.',
  },
  'release-missing': {
    mayHideVulnerability: true,
    label: "of an unknown distribution's release",
    action: 'Let the tool that wrote the document add the qualifier distro to package URLs.',
  },
  'advisories-missing': {
    mayHideVulnerability: true,
    label: 'without advisory data',
    action: 'Sync the advisories of the ecosystem.',
  },
  'advisories-outdated': {
    mayHideVulnerability: true,
    label: 'with incomplete or outdated advisory data',
    action: 'Sync the advisories of the ecosystem.',
  },
  'lockfile-missing': {
    mayHideVulnerability: true,
    label: 'without a lockfile',
    action: 'Create the lockfile and scan it with the manifest.',
  },
  'transitive-unlisted': {
    mayHideVulnerability: true,
    label: 'without transitive packages',
    action: 'Scan a lockfile or an SBOM that lists them.',
  },
  'file-unsupported': {
    mayHideVulnerability: true,
    label: 'of a format that is not read',
    action: 'Scan a lockfile or an SBOM of it instead.',
  },
  'file-unread': {
    mayHideVulnerability: true,
    label: 'that could not be read',
    action: 'Repair the file, or leave it out.',
  },
  'document-empty': {
    mayHideVulnerability: true,
    label: 'that lists no packages',
    action: 'Make sure that the tool that wrote the document found the packages.',
  },
}
