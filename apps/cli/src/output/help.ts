/** Text below the options in each command's help. */
export const program = `
Environment:
  ASSAY_URL     URL of the server (default: that of 'assay login', then http://127.0.0.1:8800)
  ASSAY_TOKEN   API token, or the token of a session (default: the API token
                stored by 'assay login')
  ASSAY_HOME    folder of the local index (default: assay in XDG_CACHE_HOME or ~/.cache)
  ASSAY_REGISTRY_MIRRORS
                mirrors of image and package registries, by host:
                docker.io=https://mirror.example.org, repo.maven.apache.org=https://…

Examples:
  assay login
  assay scan
  assay scan --offline
  assay scan services/api --branch main --min-security 80
  assay advisories sync --from ./osv

Run 'assay help <command>' for the options of a command.`

export const scan = `
A folder is searched for lockfiles, manifests and SBOMs, up to 12 levels deep; all of them form
one scan, with the files that a requirements file includes. Dependency folders (node_modules,
vendor, .venv) are skipped. Of programs in Python, the first bytes are searched for the packages
that they list (PEP 723). Symbolic links are followed to files within the folder only.

A manifest without a lockfile (pom.xml, package.json, requirements.txt, pyproject.toml) is resolved
by its registry, as its package manager would: --resolve. Nothing of the project is run. What was read of registries is kept in ASSAY_HOME; with
--offline only that, and what Maven itself downloaded, is used, unless you pass --resolve=registry.

Images (by name from their registry, archives of docker save, OCI layouts), root file systems and
archives (tar, zip) are read for installed packages (dpkg, apk, rpm, pacman, opkg, node_modules,
site-packages, gems, Composer, jars) and lockfiles, with the layer that brought them. The name of an image needs a tag, a digest or a registry; logins
are those of 'docker login', and its project is docker:<name> unless you pass --project.

Project and branch are read from git. A subfolder of a repository is a separate project,
<remote>#<path>: services/api and services/web have their own scores and history. A file belongs
to the project of its repository. With a detached HEAD, the branch comes from the CI environment
(GitHub, GitLab, Jenkins, Bitbucket, Azure, CircleCI); elsewhere, pass --branch.

By default the inventory is uploaded to the server, which stores the scan. With --offline nothing
is uploaded and nothing is stored; the advisories are those of the last 'assay advisories
sync --offline', or the starter set.

--iac runs the first infrastructure-as-code scanner found on the PATH and uploads its SARIF results,
as 'assay scan results.sarif' does; with --offline it prints them. These findings do not count
towards the scores and do not change the exit code.

Formats: table (the default), json (Assay's own), sarif (2.1.0), cyclonedx (1.6, with
vulnerabilities), spdx (2.3), markdown (for a comment on a pull request), html, junit, gitlab
(dependency scanning report), defectdojo (generic findings), github (annotations), snapshot (for
GitHub's dependency graph), report (the report file that other tools read).

--severity, --only-fixed and --exclude-dev select what is shown. Scores and exit code are those of
the whole scan.

Exit codes:
  0         all scores reach their minimums
  1, 2, 4   security, stability, licensing below its minimum
  8         the scan is incomplete: a file could not be read, or with
            --fail-on incomplete anything relevant was not checked
  16        the advisory data is older than --max-advisory-age
  32        a policy rule fails the scan
            The codes above are added: 5 means 1 and 4.
  negative  the scan failed; shells show the number in parentheses:
     -1  (255)  not authorized             -8  (248)  invalid configuration
     -3  (253)  unsupported inventory      -9  (247)  network error
     -5  (251)  a build is running         -12 (244)  plan limit reached
     -6  (250)  analysis failed            -13 (243)  nothing to analyze
     -7  (249)  no project URL
            --fail-gracefully turns negative codes into 0.

Examples:
  assay scan
  assay scan bom.json --project https://github.com/org/app --branch main
  assay scan --min-security 80 --min-licensing 100 --report-json report.json
  assay scan --json | jq .security.score
  assay scan --max-advisory-age 7d
  assay scan --offline --format sarif --output assay.sarif
  assay scan --output html=report.html --output gitlab=gl-dependency-scanning-report.json
  assay scan ./program --project https://example.org/app
  assay scan --offline --explain CVE-2019-10744
  assay scan image.tar --project https://example.org/app
  assay scan registry.example.org/app:1.0 --platform linux/arm64
  assay scan --iac infra`

export const refresh = `
Needs GitHub or GitLab in the server's settings, Integrations. Without it, the project's last
inventory is scanned again.

Examples:
  assay refresh https://github.com/org/repo
  assay refresh https://github.com/org/repo --branch main`

export const projects = `
Examples:
  assay projects
  assay projects --json`

export const fix = `
The upgrades are those of the last scan on the server. No file is changed without --apply.

--verify and --apply plan with the local advisory index and run the package managers' commands,
without install scripts: on a copy of the folder, or in it. The exit code is not 0 if a command
fails, or a package was downgraded or got a new finding.

The releases of npm and PyPI are those of their registries: with --offline as far as they are kept,
unless you pass --resolve=registry.

Examples:
  assay fix
  assay fix --branch main --markdown
  assay fix --all --json
  assay fix --offline
  assay fix --offline --resolve=registry
  assay fix --offline --script > fix.sh
  assay fix --verify
  assay fix --apply`

export const login = `
The token is stored in assay/credentials.json in XDG_CONFIG_HOME or ~/.config, readable only by
you. In CI, set ASSAY_URL and ASSAY_TOKEN instead.

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
Known advisories are skipped, so an interrupted sync resumes when the same command is run again,
and a daily sync is cheap.

With --offline the local index is rebuilt from this source, the starter set and, with --own, the
advisories of your account only; to use
several archives, put them in one folder. The previous index stays in use until the new one is
complete.

Examples:
  assay advisories sync --from ./osv                all files of a folder
  assay advisories sync --from npm.zip              an archive
  assay advisories sync --from https://mirror/osv   a mirror with <ecosystem>/all.zip
  assay advisories sync --offline --from https://mirror/osv --ecosystems npm,PyPI
  assay advisories sync --offline --from ./osv --own`

export const transfer = `
For air-gapped servers: export on a connected server, copy the file, and import it. Requires the
operator of the installation. The data keeps its date: last month's archive is a month old wherever
it is imported, and newer data on the server is kept. An interrupted upload resumes when the same
command is run again.

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

export const sbom = `
Names the elements that are missing, and the components that lack them. NTIA is of 2021, CISA of
2026 (it replaces NTIA's and the draft of 2025), BSI TR-03183-2 of version 2.1.0. Whether a value
is true is not checked. An element marked 'if it exists' fails nothing.

Exit code 8: the SBOM lacks an element of the profile passed as --require.

Examples:
  assay sbom check bom.json
  assay sbom check bom.json --require bsi-2.1`

export const verifySbom = `
Nothing is asked from a server. Only the keys and the root that you pass count. With a root, certificate,
logs and time within a Sigstore bundle are verified, and who signed it: --identity and --issuer are needed.
Each line of a file of attestations has to be signed.

Exit code 8: not signed, or not by whom you trust.

Examples:
  assay sbom verify bom.json --key supplier.pub
  assay sbom verify app.intoto.jsonl --key cosign.pub --key old.pub
  assay sbom verify bom.sigstore.json --trusted-root trusted_root.json \\
    --identity 'https://github.com/org/*' --issuer https://token.actions.githubusercontent.com`

export const importDependencyTrack = `
The API key needs VIEW_PORTFOLIO and VIEW_VULNERABILITY; for everything else VIEW_POLICY_VIOLATION,
POLICY_MANAGEMENT, ACCESS_MANAGEMENT and SYSTEM_CONFIGURATION, in version 5 their READ permissions.
The API token of this server needs admin access. Nothing is changed at Dependency-Track.

An interrupted import continues when the same command is run again. What is there already stays.

Examples:
  assay import dependency-track --url https://dtrack.example.org --dry-run
  assay import dependency-track --url https://dtrack.example.org --report import.json
  assay import dependency-track --dump dtrack.sql --secrets destinations.json`

export const importDefectDojo = `
The token needs to see the products (the role Reader is enough). The API token of this server needs admin access.
Nothing is changed at DefectDojo.

An interrupted import continues when the same command is run again. What is there already stays.

Examples:
  assay import defectdojo --url https://defectdojo.example.org --dry-run
  assay import defectdojo --url https://defectdojo.example.org --report import.json`

export const importGithub = `
Takes over the SBOM of the dependency graph as the first scan of the default branch, and what was decided
about Dependabot alerts, with who, when and why. The token needs to read contents and Dependabot alerts
(classic: repo, security_events). The API token of this server needs admin access. Nothing is changed
at GitHub. For an Enterprise Server: --url https://github.example.org/api/v3

An interrupted import continues when the same command is run again. What is there already stays.

Examples:
  assay import github --organization example --dry-run
  assay import github --repository example/app --report import.json`

export const importGitlab = `
Takes over the dependency list as the first scan of the default branch, and what was decided about
vulnerabilities of dependencies and images, with who, when and why. Both need GitLab Ultimate and a token with the
scope api. The API token of this server needs admin access. Nothing is changed at GitLab, which
keeps the exports that are made for a while.

An interrupted import continues when the same command is run again. What is there already stays.

Examples:
  assay import gitlab --group example --dry-run
  assay import gitlab --url https://gitlab.example.org --project example/app --report import.json`

export const compareDependencyTrack = `
Versions are compared by name and version. Reasons: suppressed or not found there; excluded here, the
component is not in the inventory here, the advisory is not known here or does not affect the version.

Examples:
  assay compare dependency-track --url https://dtrack.example.org`
