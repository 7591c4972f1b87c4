import { type Command, Option } from 'commander'
import type { FixOptions } from '../commands/fix.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

export function addFix(program: Command, actionOf: ActionOf): void {
  program
    .command('fix')
    .description('List the upgrades that fix the vulnerabilities of a project, most urgent first')
    .argument('[path]', 'as for scan; selects the project', '.')
    .option('--offline', 'use the local advisory index instead of the server')
    .option('--all', 'upgrades for all projects on the server')
    .option('--project <url>', 'project URL (default: the git remote, then local:<folder>)')
    .option('--branch <name>', 'branch (default: all branches)')
    .addOption(new Option('--json', 'print JSON').conflicts('markdown'))
    .option('--markdown', 'print a Markdown list')
    .option('--script', 'print a shell script that carries out the plan')
    .option('--verify', 'run the plan on a copy of the folder, and compare its findings')
    .option('--apply', 'run the plan in the folder, after asking')
    .addOption(
      new Option(
        '--resolve <how>',
        'where releases come from: the registry, or the advisories alone (default: registry; offline: what is kept of it)',
      ).choices(['registry', 'declared']),
    )
    .option('--yes', 'with --apply: do not ask')
    .addHelpText('after', help.fix)
    .action(
      actionOf<[string, FixOptions]>(async (settings, path, options) =>
        options.offline || options.verify || options.apply
          ? (await import('../commands/fix-offline.ts')).printFixesOffline(settings, path, options)
          : (await import('../commands/fix.ts')).printFixes(settings, path, options),
      ),
    )
}
