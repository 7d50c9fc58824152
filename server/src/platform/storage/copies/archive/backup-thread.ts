// The thread that makes a scheduled backup.
import { workerData } from 'node:worker_threads'
import { type BackupSource, makeBackup } from './backups.ts'

const { source, target, now } = workerData as { source: BackupSource; target: string; now: number }
await makeBackup(source, target, now)
