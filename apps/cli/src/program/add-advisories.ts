import type { Command } from 'commander'
import type { SyncOfflineOptions } from '../commands/sync-offline.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

const ownText = "with --offline: with your account's own advisories, from the server"

/** advisories and knowledge */
export function addAdvisories(program: Command, actionOf: ActionOf): void {
  const advisories = program
    .command('advisories')
    .description('Manage the advisories that scans use')
    .addHelpText('after', help.advisories)
  advisories
    .command('sync')
    .description('Import new and changed advisories from OSV files or archives')
    .requiredOption('--from <source>', 'folder, file (OSV as JSON, JSON lines, gzip or zip) or https URL')
    .option('--offline', 'replace the local index instead of updating the server')
    .option('--ecosystems <names>', 'with --offline: only these ecosystems, for example npm,PyPI')
    .option('--own', ownText)
    .addHelpText('after', help.sync)
    .action(
      actionOf<[SyncOfflineOptions & { offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('../commands/sync-offline.ts')).syncOffline(settings, options)
          : (await import('../commands/advisories.ts')).syncAdvisories(settings, options),
      ),
    )
  advisories
    .command('status')
    .description('Show the number and age of advisories')
    .option('--offline', 'use the local index')
    .addHelpText('after', help.status)
    .action(
      actionOf<[{ offline?: boolean }]>(async (settings, options) =>
        options.offline
          ? (await import('../commands/sync-offline.ts')).showLocalAdvisories(settings)
          : (await import('../commands/advisories.ts')).showAdvisories(settings),
      ),
    )
  addTransfer(program, advisories, actionOf)
}

/** Transfers data from a server with network access to one without. */
function addTransfer(program: Command, advisories: Command, actionOf: ActionOf): void {
  advisories
    .command('export')
    .description('Export all advisories to a file')
    .requiredOption('--output <file>', 'output file, for example assay.jsonl.gz')
    .option('--offline', 'use the local index')
    .addHelpText('after', help.transfer)
    .action(
      actionOf<[{ output: string; offline?: boolean }]>(async (settings, { output, offline }) =>
        offline
          ? (await import('../commands/sync-offline.ts')).exportOffline(settings, output)
          : (await import('../commands/knowledge.ts')).exportKnowledge(settings, {
              output,
              parts: 'advisories',
            }),
      ),
    )
  advisories
    .command('import')
    .description('Import advisories from an exported file')
    .argument('<file>')
    .option('--offline', 'replace the local index instead of updating the server')
    .option('--own', ownText)
    .addHelpText('after', help.transfer)
    .action(
      actionOf<[string, { offline?: boolean; own?: boolean }]>(async (settings, path, { offline, own }) =>
        offline
          ? (await import('../commands/sync-offline.ts')).importOffline(settings, path, {
              ...(own && { own }),
            })
          : (await import('../commands/knowledge.ts')).importKnowledge(settings, path),
      ),
    )
  const knowledge = program
    .command('knowledge')
    .description('Transfer advisories, releases and licenses to an air-gapped server')
    .addHelpText('after', help.transfer)
  knowledge
    .command('export')
    .description('Export advisories, releases and licenses to a file')
    .requiredOption('--output <file>', 'output file, for example assay.jsonl.gz')
    .action(
      actionOf<[{ output: string }]>(async (settings, { output }) =>
        (await import('../commands/knowledge.ts')).exportKnowledge(settings, { output, parts: 'all' }),
      ),
    )
  knowledge
    .command('import')
    .description('Import an exported file')
    .argument('<file>')
    .action(
      actionOf<[string]>(async (settings, path) =>
        (await import('../commands/knowledge.ts')).importKnowledge(settings, path),
      ),
    )
}
