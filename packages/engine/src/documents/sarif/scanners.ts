/** Display names of infrastructure-as-code scanners, by the lower-case name in their reports. */
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

/** The scanner with the name of a SARIF driver; null if it is not an infrastructure-as-code scanner. */
export const scannerOf = (driver: string): string | null => scanners.get(driver.toLowerCase()) ?? null

/** The rule by which a scanner reports a file that it could not parse. It reports nothing else in such a file. */
const parseErrors: ReadonlyMap<string, string> = new Map([['Hadolint', 'DL1000']])

export const isParseError = ({ tool, sysid }: { tool: string; sysid: string }): boolean =>
  parseErrors.get(tool) === sysid
