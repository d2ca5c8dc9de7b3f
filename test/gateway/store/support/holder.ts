import { openDataFolder } from '../../../../src/gateway/store/data-folder.ts'

/* Takes a folder, says whether it got it, and holds it until it is killed or its input ends. */
const [path = ''] = process.argv.slice(2)
try {
  const folder = await openDataFolder(path)
  console.log('held')
  for await (const _ of process.stdin);
  await folder.close()
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : error)
}
