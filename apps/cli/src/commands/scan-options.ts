import type { ResolveMode } from '../resolve/resolve-mode.ts'
import type { OutputOptions } from '../output/write-report.ts'

export interface ScanOptions extends OutputOptions {
  /** Default: the registry; offline, what is kept of it. */
  resolve?: ResolveMode
  offline?: boolean
  /** false: sources are not searched for imports. */
  usage?: boolean
  /** Output of govulncheck -json. */
  govulncheck?: string
  /** Output of cargo tree. */
  cargoTree?: string
  /** Whether to scan infrastructure as code with a scanner on the PATH. */
  iac?: boolean
  project?: string
  /** Whether to scan the images that files name, too. */
  images?: boolean
  /** Of an image: 'linux/arm64'. */
  platform?: string
  /** Whether SBOMs that are attached to images are used, too. */
  attached?: boolean
  branch?: string
  minSecurity?: number
  minStability?: number
  minLicensing?: number
  /** In milliseconds: older advisory data fails the scan. */
  maxAdvisoryAge?: number
  /** VEX documents, offline only: the server keeps its own. */
  vex?: string[]
  /** 'incomplete': a gap in coverage fails the scan. */
  failOn?: 'incomplete'
  failGracefully?: boolean
}
