/** Scanners of infrastructure as code, as people know them; in small letters, the names under which they report. */
const scanners: ReadonlyMap<string, string> = new Map([
  ['checkov', 'Checkov'],
  ['trivy', 'Trivy'],
  ['kics', 'KICS'],
  ['tfsec', 'tfsec'],
  ['defsec', 'tfsec'],
  ['hadolint', 'Hadolint'],
  ['zizmor', 'zizmor'],
  ['actionlint', 'actionlint'],
  ['ansible-lint', 'ansible-lint'],
  ['cfn-lint', 'cfn-lint'],
  ['kube-linter', 'KubeLinter'],
  ['kube-score', 'kube-score'],
  ['kubescape', 'Kubescape'],
  ['poutine', 'poutine'],
  ['snyk iac', 'Snyk IaC'],
  ['terrascan', 'Terrascan'],
  ['tflint', 'TFLint'],
])

/** The scanner of a SARIF driver's name; null when it is none of infrastructure as code. */
export const scannerOf = (driver: string): string | null => scanners.get(driver.toLowerCase()) ?? null

/** The rule under which a scanner reports a file that it could not parse, and of which it therefore lists nothing else. */
const parseErrors: ReadonlyMap<string, string> = new Map([['Hadolint', 'DL1000']])

export const isParseError = ({ tool, sysid }: { tool: string; sysid: string }): boolean =>
  parseErrors.get(tool) === sysid
