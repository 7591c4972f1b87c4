import { discordSettings } from './discord/settings.ts'
import { emailSettings } from './email/settings.ts'
import { googleChatSettings } from './google-chat/settings.ts'
import { mattermostSettings } from './mattermost/settings.ts'
import { slackSettings } from './slack/settings.ts'
import { slackAppSettings } from './slack-app/settings.ts'
import { teamsSettings } from './teams/settings.ts'
import { webhookSettings } from './webhook/settings.ts'

/** All channels, in the order of the form. */
export const channelSettings = [
  emailSettings,
  slackSettings,
  slackAppSettings,
  teamsSettings,
  mattermostSettings,
  discordSettings,
  googleChatSettings,
  webhookSettings,
] as const
