/** How many durable commits of one row each the engine makes per second: argument 1 is the file, 2 the seconds. */
import { DatabaseSync } from 'node:sqlite'

const [file = '', seconds = '2'] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal')
database.exec('pragma synchronous = full')
database.exec('create table kept (id integer primary key, text text) strict')
const insert = database.prepare('insert into kept (text) values (?)')
const began = performance.now()
let commits = 0
while (performance.now() - began < Number(seconds) * 1000) {
  insert.run('the length of a usual booking, more or less: a name, an address, a number, a date, a time')
  commits += 1
}
console.log(commits / ((performance.now() - began) / 1000))
