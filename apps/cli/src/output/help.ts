/** Text below the options in each command's help. */
export const program = `
Environment:
  ASSAY_URL     the server; else the one of 'assay login', else http://127.0.0.1:8800
  ASSAY_TOKEN   an API token; else the one that 'assay login' keeps
  ASSAY_HOME    the folder of the local index; else assay below XDG_CACHE_HOME or ~/.cache

Examples:
  assay login
  assay scan
  assay scan --offline
  assay scan services/api --branch main --min-security 80
  assay advisories sync --from ./osv

'assay help <command>' says more about each.`

export const scan = `
In a folder, every lockfile, manifest and SBOM is taken, down to 12 folders: together they
are one scan. Links and what others wrote (node_modules, vendor, .venv) are passed over.

Project and branch come from git. A folder below the repository's top is a project of its own,
<remote>#<path>: services/api and services/web have scores and histories of their own. A file
belongs to the repository's project. With a detached HEAD the branch is the one that the build
service names (GitHub, GitLab, Jenkins, Bitbucket, Azure, CircleCI); else give --branch.

Without --offline the inventory is uploaded to the server, which keeps the scan. With it nothing
leaves the machine and nothing is kept: the advisories are those of the last 'assay advisories
sync --offline', else the starter set.

--iac runs the first scanner of infrastructure as code that is on the PATH in the folder, and takes
its SARIF results, as 'assay scan results.sarif' does. They are kept apart from scores; offline they
are printed. Findings do not change the exit code.

Formats: table (the default), json (Assay's own), sarif (2.1.0), cyclonedx (1.6, with
vulnerabilities), markdown (for a comment on a pull request), report (the report file that other
tools read).

Exit codes:
  0         each score reaches its minimum
  1, 2, 4   security, stability, licensing is below its minimum; added up: 5 is 1 and 4
  8         a file that was found could not be read: the scan is incomplete; added to the others
  16        the advisory data is older than --max-advisory-age; added to the others
  negative  the scan could not be made; a shell shows the number in brackets:
     -1  (255)  not authorized             -8  (248)  configuration
     -3  (253)  inventory not usable       -9  (247)  network
     -5  (251)  a build is running         -12 (244)  plan limit
     -6  (250)  analysis failed            -13 (243)  nothing was analyzed
     -7  (249)  no project url
  --fail-gracefully turns the negative ones into 0.

Examples:
  assay scan
  assay scan bom.json --project https://github.com/org/app --branch main
  assay scan --min-security 80 --min-licensing 100 --report-json report.json
  assay scan --json | jq .security.score
  assay scan --max-advisory-age 7d
  assay scan --offline --format sarif --output assay.sarif
  assay scan --offline --explain CVE-2019-10744
  assay scan --iac infra`

export const projects = `
Examples:
  assay projects
  assay projects --json`

export const fix = `
With a server it prints what was planned at the last scans; assay changes no file itself.

Examples:
  assay fix
  assay fix --branch main --markdown
  assay fix --all --json
  assay fix --offline`

export const login = `
The token is kept for this user alone in assay/credentials.json below XDG_CONFIG_HOME, else
below ~/.config. Where nobody can be asked, as in CI, set ASSAY_URL and ASSAY_TOKEN instead.

Examples:
  assay login
  assay login --url https://assay.example.org --email me@example.org
  assay login --email me@example.org --password-stdin < password.txt`

export const logout = `
Examples:
  assay logout`

export const advisories = `
Examples:
  assay advisories status
  assay advisories sync --from npm.zip
  assay advisories sync --offline --from npm.zip`

export const sync = `
Advisories that are there already are passed over. So a sync that was interrupted goes on
where it was when the same command is run again, and running it each day costs little.

With --offline the local index is built anew, of this source and the starter set alone: put
several archives into one folder. Until it is whole, the one before stays in use.

Examples:
  assay advisories sync --from ./osv                each file of a folder
  assay advisories sync --from npm.zip              one archive
  assay advisories sync --from https://mirror/osv   a mirror that has <ecosystem>/all.zip
  assay advisories sync --offline --from https://mirror/osv --ecosystems npm,PyPI`

export const transfer = `
For servers without a network: export on one that has one, take the file along, import it there.
Only the operator of an installation may. The data keeps its age: an archive of last month is a
month old wherever it is imported, and what is stored already and newer stays. An upload that
was interrupted goes on where it was when the same command is run again.

Examples:
  assay knowledge export --output assay.jsonl.gz
  assay knowledge import assay.jsonl.gz
  assay advisories export --output advisories.jsonl.gz
  assay advisories import --offline advisories.jsonl.gz`

export const status = `
Examples:
  assay advisories status
  assay advisories status --offline`

export const vex = `
Examples:
  assay vex add supplier.openvex.json
  assay vex add csaf.json --project https://github.com/org/app
  assay vex list
  assay vex export --project https://github.com/org/app --format cyclonedx --output vdr.json`
