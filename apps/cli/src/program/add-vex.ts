import { type Command, Option } from 'commander'
import type { ExportVexOptions } from '../commands/vex.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

export function addVex(program: Command, actionOf: ActionOf): void {
  const vex = program
    .command('vex')
    .description('Manage VEX documents: statements about which vulnerabilities affect a product')
    .addHelpText('after', help.vex)
  vex
    .command('add')
    .description('Add an OpenVEX, CSAF or CycloneDX VEX document')
    .argument('<file>', 'JSON document')
    .option('--project <url>', 'apply to this project only (default: the whole account)')
    .action(
      actionOf<[string, { project?: string }]>(async (settings, path, options) =>
        (await import('../commands/vex.ts')).addVex(settings, path, options),
      ),
    )
  vex
    .command('list')
    .description('List VEX documents')
    .option('--json', 'print JSON')
    .action(
      actionOf<[{ json?: boolean }]>(async (settings, options) =>
        (await import('../commands/vex.ts')).listVex(settings, options),
      ),
    )
  vex
    .command('remove')
    .description('Withdraw a VEX document')
    .argument('<id>', "ID from 'assay vex list'")
    .action(
      actionOf<[string]>(async (settings, id) =>
        (await import('../commands/vex.ts')).removeVex(settings, id),
      ),
    )
  vex
    .command('export')
    .description("Export a project's VEX: exclusions, statements and open findings")
    .requiredOption('--project <url>', 'project URL')
    .option('--branch <name>', 'branch (default: main, then the last scanned branch)')
    .addOption(
      new Option('--format <format>', 'document format').choices(['openvex', 'cyclonedx']).default('openvex'),
    )
    .option('--output <file>', 'write to a file instead of stdout')
    .action(
      actionOf<[ExportVexOptions]>(async (settings, options) =>
        (await import('../commands/vex.ts')).exportVex(settings, options),
      ),
    )
}
