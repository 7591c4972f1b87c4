import type { Command } from 'commander'
import type {
  CompareCommandOptions,
  DojoCommandOptions,
  ForgeCommandOptions,
  ImportCommandOptions,
} from '../commands/import.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

export function addCompare(program: Command, actionOf: ActionOf): void {
  program
    .command('compare')
    .description('Compare findings with those of another product')
    .command('dependency-track')
    .description('What both servers find, version by version, with the reason of each difference')
    .requiredOption('--url <url>', 'address of the API server, version 4 or 5')
    .option('--api-key <key>', 'its API key (default: DEPENDENCY_TRACK_API_KEY)')
    .option('--json', 'print JSON')
    .addHelpText('after', help.compareDependencyTrack)
    .action(
      actionOf<[CompareCommandOptions]>(async (settings, options) =>
        (await import('../commands/import.ts')).compareWithDependencyTrack(settings, options),
      ),
    )
}

export function addImport(program: Command, actionOf: ActionOf): void {
  const command = program.command('import').description('Move from another product')
  command
    .command('dependency-track')
    .description('Import projects, inventories, analyses, policies and notification rules')
    .option('--url <url>', 'address of the API server, version 4 or 5')
    .option('--api-key <key>', 'its API key (default: DEPENDENCY_TRACK_API_KEY)')
    .option('--dump <file>', 'its database instead: SQL text of pg_dump, or of SCRIPT in H2')
    .option('--invite', 'invite the members of teams by mail')
    .option('--secrets <file>', 'JSON with the destinations of notification rules, by name of the rule')
    .option('--dry-run', 'count what would be imported, and name what would not')
    .option('--report <file>', 'write the report as JSON, too')
    .addHelpText('after', help.importDependencyTrack)
    .action(
      actionOf<[ImportCommandOptions]>(async (settings, options) =>
        (await import('../commands/import.ts')).importFromDependencyTrack(settings, options),
      ),
    )
  command
    .command('defectdojo')
    .description('Import findings about packages with their states, acceptances and notes')
    .requiredOption('--url <url>', 'address of the server')
    .option('--api-token <token>', 'its API v2 token (default: DEFECTDOJO_TOKEN)')
    .option('--dry-run', 'count what would be imported, and name what would not')
    .option('--report <file>', 'write the report as JSON, too')
    .addHelpText('after', help.importDefectDojo)
    .action(
      actionOf<[DojoCommandOptions]>(async (settings, options) =>
        (await import('../commands/import.ts')).importFromDefectDojo(settings, options),
      ),
    )
  addForges(command, actionOf)
}

function addForges(command: Command, actionOf: ActionOf): void {
  command
    .command('github')
    .description('Import the dependencies of repositories, and what was decided about Dependabot alerts')
    .option('--url <url>', 'address of the API', 'https://api.github.com')
    .option('--token <token>', 'an access token (default: GITHUB_TOKEN)')
    .option('--repository <owner/name>', 'one repository')
    .option('--organization <name>', 'all of its repositories that are not archived')
    .option('--dry-run', 'count what would be imported, and name what would not')
    .option('--report <file>', 'write the report as JSON, too')
    .addHelpText('after', help.importGithub)
    .action(
      actionOf<[ForgeCommandOptions]>(async (settings, options) =>
        (await import('../commands/import.ts')).importFromGithub(settings, options),
      ),
    )
  command
    .command('gitlab')
    .description('Import dependency lists, and what was decided about their vulnerabilities')
    .option('--url <url>', 'address of the server', 'https://gitlab.com')
    .option('--token <token>', 'an access token (default: GITLAB_TOKEN)')
    .option('--project <path>', 'one project: group/name')
    .option('--group <path>', 'all of its projects that are not archived, and those of its subgroups')
    .option('--dry-run', 'count what would be imported, and name what would not')
    .option('--report <file>', 'write the report as JSON, too')
    .addHelpText('after', help.importGitlab)
    .action(
      actionOf<[ForgeCommandOptions]>(async (settings, options) =>
        (await import('../commands/import.ts')).importFromGitlab(settings, options),
      ),
    )
}
