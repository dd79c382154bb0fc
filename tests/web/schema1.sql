-- A database of schema 1, as the first version of studies wrote it.
create table about (schema integer not null, study text not null);
create table people (id integer primary key, token text unique not null, began real not null,
  stage text not null, ended real);
create table outside (person integer primary key references people on delete cascade,
  ids text not null);
create table answers (person integer not null references people on delete cascade,
  name text not null, answer text not null, at real not null, primary key (person, name));
create table events (person integer not null references people on delete cascade,
  task text not null, attempt integer not null, number integer not null, done text not null,
  plan text not null, client_ms real, at real not null,
  primary key (person, task, attempt, number));
create table attempts (person integer not null references people on delete cascade,
  task text not null, attempt integer not null, plan text not null, outcome text not null,
  steps integer not null, digest text not null, note text not null, points real not null,
  think_ms real, wall_ms real, at real not null, primary key (person, task, attempt));
create table marks (person integer not null references people on delete cascade, what text not null,
  client_ms real, at real not null);
insert into about values (1, 'made_up');
insert into people values (1, 'x', 1.0, 'completed', 2.0);
-- The token is the SHA-256 of `link`.
insert into people values (4, 'b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0', 3.0, 'tasks', null);
insert into attempts values (4, 'phyre/off_the_ledge@1:007', 1, '[0.1, 0.1, 0.1]', 'missed', 9, 'd', '', 0, 1, 2, 4.0);
insert into events values (4, 'phyre/off_the_ledge@1:007', 2, 1, '{"name": "balls", "numbers": [], "at": 0.0}',
  '[0.5, 0.5, 0.5]', 1, 5.0);
