BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'lore','first_schema','2026-11-21 16:58:52.318326+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'lore','daily_figures','2026-11-21 16:58:52.318692+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'lore','documents','2026-11-21 16:58:52.319126+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'lore','sealed_log','2026-11-21 16:58:52.329938+00:00');
CREATE TABLE accesses (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE,
    fact TEXT NOT NULL,
    session TEXT,
    kind TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    "table" TEXT NOT NULL,
    target TEXT NOT NULL,
    before TEXT,
    after TEXT,
    unit INTEGER NOT NULL,
    run TEXT,
    undoes INTEGER
, row_hash TEXT);
INSERT INTO "audit" VALUES(1,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:ldltal',NULL,'{"seq":1,"id":"f:ldltal","text":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2761707bdf03149836e247e1ee7cd73c","rev":1}',1,NULL,NULL,'f0767289acd4edb7');
INSERT INTO "audit" VALUES(2,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:z72ic47g',NULL,'{"seq":1,"quote":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","session":"s0","source_id":null,"role":"user","agent":null,"at":null,"id":"e:z72ic47g","fact":"f:ldltal"}',1,NULL,NULL,'14cf7883c7273232');
INSERT INTO "audit" VALUES(3,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-262293031823',NULL,'{"id":"session-0-262293031823","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',3,NULL,NULL,'fc5ccf23ecda2b90');
INSERT INTO "audit" VALUES(4,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-262293031823',NULL,'{"seqs":[[1,2]]}',3,NULL,NULL,'c6f179604d5be8f5');
INSERT INTO "audit" VALUES(5,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:yj7hpk',NULL,'{"seq":2,"id":"f:yj7hpk","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3ca389566afd246015d6b17984b81696","rev":1}',5,NULL,NULL,'beed5a26248009e4');
INSERT INTO "audit" VALUES(6,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:rrlazraq',NULL,'{"seq":1,"source":"f:yj7hpk","kind":"derived_from","target":"f:ldltal","id":"l:rrlazraq"}',5,NULL,NULL,'792a752b49834f5f');
INSERT INTO "audit" VALUES(7,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:ldltal','{"seq":1,"id":"f:ldltal","text":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2761707bdf03149836e247e1ee7cd73c","rev":1}','{"seq":1,"id":"f:ldltal","text":"zqhpmhjdefghhc says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bfa9800bef49c53136675475f220b6de","rev":2}',5,NULL,NULL,'72ab2ec4b38ec7e2');
INSERT INTO "audit" VALUES(8,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:ldltal','{"seq":1,"id":"f:ldltal","text":"zqhpmhjdefghhc says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bfa9800bef49c53136675475f220b6de","rev":2}','{"seq":1,"id":"f:ldltal","text":"zqhpmhjdefghhc says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bfa9800bef49c53136675475f220b6de","rev":3}',5,NULL,NULL,'6b7f01ff42a2e664');
INSERT INTO "audit" VALUES(9,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:zqjq4c',NULL,'{"seq":1,"id":"c:zqjq4c","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","fact":"f:yj7hpk","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:yj7hpk","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',5,NULL,NULL,'f084bee66b18fbcb');
INSERT INTO "audit" VALUES(10,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:yj7hpk','{"seq":2,"id":"f:yj7hpk","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3ca389566afd246015d6b17984b81696","rev":1}','{"seq":2,"id":"f:yj7hpk","text":"zqompppmjhmgba says that the script review commit migration module review branch timeout shell retry config build","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"89bd7b1d68848bd17528de98c39a1359","rev":2}',10,NULL,NULL,'0782b30408e4d942');
INSERT INTO "audit" VALUES(11,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:i2tsqx',NULL,'{"seq":3,"id":"f:i2tsqx","text":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ef2d2a076962ee67caf60401ea38e8ce","rev":1}',11,NULL,NULL,'37ed03b4e27073f1');
INSERT INTO "audit" VALUES(12,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:ptatfc6e',NULL,'{"seq":2,"quote":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","session":"s1","source_id":null,"role":"user","agent":null,"at":null,"id":"e:ptatfc6e","fact":"f:i2tsqx"}',11,NULL,NULL,'3149be9a5a3a1940');
INSERT INTO "audit" VALUES(13,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-961715402706',NULL,'{"id":"session-0-961715402706","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',13,NULL,NULL,'577569b7fbfba433');
INSERT INTO "audit" VALUES(14,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-961715402706',NULL,'{"seqs":[[3,10]]}',13,NULL,NULL,'d8c1f34d3633c072');
INSERT INTO "audit" VALUES(15,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:j5v3ev',NULL,'{"seq":4,"id":"f:j5v3ev","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2fc5c91a10cfc8f7d732d23e9f597dbd","rev":1}',15,NULL,NULL,'0db500b29d04a101');
INSERT INTO "audit" VALUES(16,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:au4h7icy',NULL,'{"seq":2,"source":"f:j5v3ev","kind":"derived_from","target":"f:i2tsqx","id":"l:au4h7icy"}',15,NULL,NULL,'517e9b9c186c703b');
INSERT INTO "audit" VALUES(17,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:i2tsqx','{"seq":3,"id":"f:i2tsqx","text":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ef2d2a076962ee67caf60401ea38e8ce","rev":1}','{"seq":3,"id":"f:i2tsqx","text":"zqmmddodgbabgf says that the region module server module build commit linter config token module index editor","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f59ecb7586346b8a30a8666a03b86fc6","rev":2}',15,NULL,NULL,'d446ca736df74d09');
INSERT INTO "audit" VALUES(18,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:dv2pvebb',NULL,'{"seq":3,"source":"f:j5v3ev","kind":"derived_from","target":"f:yj7hpk","id":"l:dv2pvebb"}',15,NULL,NULL,'7a4e8f34d4cd319b');
INSERT INTO "audit" VALUES(19,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:yj7hpk','{"seq":2,"id":"f:yj7hpk","text":"zqompppmjhmgba says that the script review commit migration module review branch timeout shell retry config build","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"89bd7b1d68848bd17528de98c39a1359","rev":2}','{"seq":2,"id":"f:yj7hpk","text":"zqflfpoijdhnjd says that the release commit logger script logger commit queue queue type port cache script","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"36c2c996a8da76fe64d8e4dc7d468ae0","rev":3}',15,NULL,NULL,'d9ce0577325a66cc');
INSERT INTO "audit" VALUES(20,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:i2tsqx','{"seq":3,"id":"f:i2tsqx","text":"zqmmddodgbabgf says that the region module server module build commit linter config token module index editor","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f59ecb7586346b8a30a8666a03b86fc6","rev":2}','{"seq":3,"id":"f:i2tsqx","text":"zqmmddodgbabgf says that the region module server module build commit linter config token module index editor","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f59ecb7586346b8a30a8666a03b86fc6","rev":3}',15,NULL,NULL,'ab6a28ee872f8903');
INSERT INTO "audit" VALUES(21,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:3tr2xc',NULL,'{"seq":2,"id":"c:3tr2xc","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","fact":"f:j5v3ev","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:j5v3ev","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',15,NULL,NULL,'7932315cb33ca9d2');
INSERT INTO "audit" VALUES(22,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:j5v3ev','{"seq":4,"id":"f:j5v3ev","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2fc5c91a10cfc8f7d732d23e9f597dbd","rev":1}','{"seq":4,"id":"f:j5v3ev","text":"zqlkjhobhmkmol says that the module build cache type port server test type editor token region port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f5c1c756d43f313fec31ba4403e8f1e0","rev":2}',22,NULL,NULL,'60b38761975eea36');
INSERT INTO "audit" VALUES(23,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:yjdu6r',NULL,'{"seq":5,"id":"f:yjdu6r","text":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bc44400404fdb18d733e40a321d9e737","rev":1}',23,NULL,NULL,'b35fca62daf701d2');
INSERT INTO "audit" VALUES(24,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:zgdkww4r',NULL,'{"seq":3,"quote":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","session":"s2","source_id":null,"role":"user","agent":null,"at":null,"id":"e:zgdkww4r","fact":"f:yjdu6r"}',23,NULL,NULL,'45c383e5a2481f79');
INSERT INTO "audit" VALUES(25,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-560594192153',NULL,'{"id":"session-0-560594192153","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',25,NULL,NULL,'f1053c12db51be06');
INSERT INTO "audit" VALUES(26,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-560594192153',NULL,'{"seqs":[[11,11]]}',25,NULL,NULL,'e2f004030152d73d');
INSERT INTO "audit" VALUES(27,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:eks4qu',NULL,'{"seq":6,"id":"f:eks4qu","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"970d9c720e6113e5adfef9faac7aaec3","rev":1}',27,NULL,NULL,'c4725d72b7bc4d0d');
INSERT INTO "audit" VALUES(28,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:tev47gne',NULL,'{"seq":4,"source":"f:eks4qu","kind":"derived_from","target":"f:yj7hpk","id":"l:tev47gne"}',27,NULL,NULL,'1c36e877756f9a03');
INSERT INTO "audit" VALUES(29,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:yj7hpk','{"seq":2,"id":"f:yj7hpk","text":"zqflfpoijdhnjd says that the release commit logger script logger commit queue queue type port cache script","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"36c2c996a8da76fe64d8e4dc7d468ae0","rev":3}','{"seq":2,"id":"f:yj7hpk","text":"zqhccagiinfjkh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c427a1cdd84b9dffcf8fe7458e6153ac","rev":4}',27,NULL,NULL,'8164a556715968e3');
INSERT INTO "audit" VALUES(30,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:gbkxu32i',NULL,'{"seq":5,"source":"f:eks4qu","kind":"derived_from","target":"f:yjdu6r","id":"l:gbkxu32i"}',27,NULL,NULL,'411411558a8b17ae');
INSERT INTO "audit" VALUES(31,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:yjdu6r','{"seq":5,"id":"f:yjdu6r","text":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bc44400404fdb18d733e40a321d9e737","rev":1}','{"seq":5,"id":"f:yjdu6r","text":"zqojinejodogjg says that the timeout linter cache docker cache column type script schema test logger package","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"244249587e4533c7fdc726ad7f2bbd5a","rev":2}',27,NULL,NULL,'867753b36d5eab02');
INSERT INTO "audit" VALUES(32,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:r53er6ln',NULL,'{"seq":6,"source":"f:eks4qu","kind":"derived_from","target":"f:j5v3ev","id":"l:r53er6ln"}',27,NULL,NULL,'f2f8388b3f119b83');
INSERT INTO "audit" VALUES(33,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:j5v3ev','{"seq":4,"id":"f:j5v3ev","text":"zqlkjhobhmkmol says that the module build cache type port server test type editor token region port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f5c1c756d43f313fec31ba4403e8f1e0","rev":2}','{"seq":4,"id":"f:j5v3ev","text":"zqpffpjdjkeekj says that the schema queue editor logger release parser token build socket commit docker port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"a3e3c46e704cd253c0adbd43330c4a3d","rev":3}',27,NULL,NULL,'2c49d0f3c562d50b');
INSERT INTO "audit" VALUES(34,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:yj7hpk','{"seq":2,"id":"f:yj7hpk","text":"zqhccagiinfjkh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c427a1cdd84b9dffcf8fe7458e6153ac","rev":4}','{"seq":2,"id":"f:yj7hpk","text":"zqhccagiinfjkh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"superseded","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c427a1cdd84b9dffcf8fe7458e6153ac","rev":5}',27,NULL,NULL,'9fbb69d9244b3c27');
INSERT INTO "audit" VALUES(35,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:dxbkvi',NULL,'{"seq":3,"id":"c:dxbkvi","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","fact":"f:eks4qu","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:eks4qu","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',27,NULL,NULL,'23cd0e42e16241be');
INSERT INTO "audit" VALUES(36,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:yjdu6r','{"seq":5,"id":"f:yjdu6r","text":"zqojinejodogjg says that the timeout linter cache docker cache column type script schema test logger package","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"244249587e4533c7fdc726ad7f2bbd5a","rev":2}','{"seq":5,"id":"f:yjdu6r","text":"zqhhcoimeebbgn says that the shell port config release retry review linter schema test commit column migration","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"59ef3388bdb82ea806a8ef5ee5b201e8","rev":3}',36,NULL,NULL,'9b8016d6b17d9a6a');
INSERT INTO "audit" VALUES(37,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:qgp7rv',NULL,'{"seq":7,"id":"f:qgp7rv","text":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ddd6739ed1c6f3771cfcc81b04ead895","rev":1}',37,NULL,NULL,'6c372dcdc33634ad');
INSERT INTO "audit" VALUES(38,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:m537sqn2',NULL,'{"seq":4,"quote":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","session":"s3","source_id":null,"role":"user","agent":null,"at":null,"id":"e:m537sqn2","fact":"f:qgp7rv"}',37,NULL,NULL,'2a798d1b9b6320a9');
INSERT INTO "audit" VALUES(39,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-759348446493',NULL,'{"id":"session-0-759348446493","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',39,NULL,NULL,'c03c1c88c9609659');
INSERT INTO "audit" VALUES(40,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-759348446493',NULL,'{"seqs":[[12,14]]}',39,NULL,NULL,'9d62afd4d1f5b793');
INSERT INTO "audit" VALUES(41,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:jwgido',NULL,'{"seq":8,"id":"f:jwgido","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3f88e9397268c36af7dd6d8146593d9f","rev":1}',41,NULL,NULL,'a24081c85c71d262');
INSERT INTO "audit" VALUES(42,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:uzabukyj',NULL,'{"seq":7,"source":"f:jwgido","kind":"derived_from","target":"f:qgp7rv","id":"l:uzabukyj"}',41,NULL,NULL,'b9fd8e9fde44c667');
INSERT INTO "audit" VALUES(43,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:qgp7rv','{"seq":7,"id":"f:qgp7rv","text":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ddd6739ed1c6f3771cfcc81b04ead895","rev":1}','{"seq":7,"id":"f:qgp7rv","text":"zqoonibchohafm says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"e8ce88d4201182917e928724bb8272a1","rev":2}',41,NULL,NULL,'bc56a45f91637cde');
INSERT INTO "audit" VALUES(44,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:ilvtsvmj',NULL,'{"seq":8,"source":"f:jwgido","kind":"derived_from","target":"f:j5v3ev","id":"l:ilvtsvmj"}',41,NULL,NULL,'552b7388c8981ce1');
INSERT INTO "audit" VALUES(45,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:j5v3ev','{"seq":4,"id":"f:j5v3ev","text":"zqpffpjdjkeekj says that the schema queue editor logger release parser token build socket commit docker port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"a3e3c46e704cd253c0adbd43330c4a3d","rev":3}','{"seq":4,"id":"f:j5v3ev","text":"zqjnhhkjmllekg says that the deploy script index queue migration shell server column docker release socket table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"1338f3998f734e0ad2d10fb0be409efc","rev":4}',41,NULL,NULL,'204d8bb1690a48c5');
INSERT INTO "audit" VALUES(46,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:tyl5nezk',NULL,'{"seq":9,"source":"f:jwgido","kind":"derived_from","target":"f:yjdu6r","id":"l:tyl5nezk"}',41,NULL,NULL,'9d2187c14b106bc5');
INSERT INTO "audit" VALUES(47,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:yjdu6r','{"seq":5,"id":"f:yjdu6r","text":"zqhhcoimeebbgn says that the shell port config release retry review linter schema test commit column migration","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"59ef3388bdb82ea806a8ef5ee5b201e8","rev":3}','{"seq":5,"id":"f:yjdu6r","text":"zqejdanaofokeh says that the timeout region build index server release config commit module migration token table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"6883dbc03c2f8893f17d8977dc469934","rev":4}',41,NULL,NULL,'4e8760ca83488371');
INSERT INTO "audit" VALUES(48,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:aoonkhds',NULL,'{"seq":10,"source":"f:jwgido","kind":"derived_from","target":"f:eks4qu","id":"l:aoonkhds"}',41,NULL,NULL,'989be316d834e4e9');
INSERT INTO "audit" VALUES(49,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:eks4qu','{"seq":6,"id":"f:eks4qu","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"970d9c720e6113e5adfef9faac7aaec3","rev":1}','{"seq":6,"id":"f:eks4qu","text":"zqecplojkdoklm says that the server commit column commit cache logger deploy logger port timeout timeout schema","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"0605ef358f37e6a130f92681aac55dca","rev":2}',41,NULL,NULL,'7204b2e26321af00');
INSERT INTO "audit" VALUES(50,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:qgp7rv','{"seq":7,"id":"f:qgp7rv","text":"zqoonibchohafm says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"e8ce88d4201182917e928724bb8272a1","rev":2}','{"seq":7,"id":"f:qgp7rv","text":"zqoonibchohafm says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"e8ce88d4201182917e928724bb8272a1","rev":3}',41,NULL,NULL,'1e44cb4686d62350');
INSERT INTO "audit" VALUES(51,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:o3e2tf',NULL,'{"seq":4,"id":"c:o3e2tf","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","fact":"f:jwgido","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:jwgido","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',41,NULL,NULL,'122d20087907b17c');
INSERT INTO "audit" VALUES(52,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:jwgido','{"seq":8,"id":"f:jwgido","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3f88e9397268c36af7dd6d8146593d9f","rev":1}','{"seq":8,"id":"f:jwgido","text":"zqpbifojpldeba says that the cache config socket package cache retry cache deploy editor type port schema","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c90766b155e00ddedaed87efa8fc4a73","rev":2}',52,NULL,NULL,'b061ab81f6dc1998');
INSERT INTO "audit" VALUES(53,'2026-03-12T09:00:00Z','person','collection.add','collections','d:evsztr',NULL,'{"seq":1,"id":"d:evsztr","name":"handbook","path":"/srv/handbook","project":null,"code":1,"created_at":"2026-03-12T09:00:00Z"}',53,NULL,NULL,'63d4627bf251682a');
INSERT INTO "audit" VALUES(54,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:tbt272',NULL,'{"seq":9,"id":"f:tbt272","text":"zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2ceaa6a6e937fb036c472b1fc18e4324","rev":1}',54,NULL,NULL,'a7f51a1b97f86ec5');
INSERT INTO "audit" VALUES(55,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:moivkahz',NULL,'{"seq":5,"quote":"zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server","session":"s99","source_id":null,"role":"user","agent":null,"at":null,"id":"e:moivkahz","fact":"f:tbt272"}',54,NULL,NULL,'9bc1c4f2c1ec50da');
CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    fact TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    because TEXT NOT NULL,
    corrections INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    replaces TEXT REFERENCES facts (id),
    reason TEXT,
    fingerprint TEXT NOT NULL,
    snoozed_until TEXT,
    created_at TEXT NOT NULL,
    decided_at TEXT,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "candidates" VALUES(1,'c:zqjq4c','zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell','f:yj7hpk','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:yj7hpk',NULL,'2026-03-12T09:00:00Z',NULL,1,'152afc407f7f5b8d');
INSERT INTO "candidates" VALUES(2,'c:3tr2xc','zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module','f:j5v3ev','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:j5v3ev',NULL,'2026-03-12T09:00:00Z',NULL,1,'bb767f4b2ccc2268');
INSERT INTO "candidates" VALUES(3,'c:dxbkvi','zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table','f:eks4qu','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:eks4qu',NULL,'2026-03-12T09:00:00Z',NULL,1,'0b4909313022527e');
INSERT INTO "candidates" VALUES(4,'c:o3e2tf','zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger','f:jwgido','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:jwgido',NULL,'2026-03-12T09:00:00Z',NULL,1,'e1b8653e47052c79');
CREATE TABLE chunks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (seq),
    position INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
);
INSERT INTO "chunks" VALUES(1,1,0,'zqpaoeeffhdgbc','Staging listens on 5433.',1,1);
CREATE TABLE collections (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    project TEXT,
    code INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "collections" VALUES(1,'d:evsztr','handbook','/srv/handbook',NULL,1,'2026-03-12T09:00:00Z','eacc01fbd28d58d0');
CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    path TEXT NOT NULL,
    format TEXT NOT NULL,
    hash TEXT NOT NULL,
    modified_at TEXT,
    UNIQUE (collection, path)
);
INSERT INTO "documents" VALUES(1,'d:evsztr','ports.md','markdown','00000000000000000000000000000000',NULL);
CREATE TABLE embeddings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL,
    part INTEGER NOT NULL,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (passage, part, model)
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    detail TEXT NOT NULL,
    at TEXT,
    withdrawn INTEGER NOT NULL DEFAULT 0, row_hash TEXT,
    UNIQUE (session, source_id)
);
CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    fact TEXT NOT NULL REFERENCES facts (id),
    session TEXT,
    source_id TEXT,
    role TEXT NOT NULL,
    agent TEXT,
    at TEXT,
    quote TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "evidence" VALUES(1,'e:z72ic47g','f:ldltal','s0',NULL,'user',NULL,NULL,'zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser','713ebe3c52a79781');
INSERT INTO "evidence" VALUES(2,'e:ptatfc6e','f:i2tsqx','s1',NULL,'user',NULL,NULL,'zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger','f64c8e083572918d');
INSERT INTO "evidence" VALUES(3,'e:zgdkww4r','f:yjdu6r','s2',NULL,'user',NULL,NULL,'zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache','269393a703b9a71e');
INSERT INTO "evidence" VALUES(4,'e:m537sqn2','f:qgp7rv','s3',NULL,'user',NULL,NULL,'zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch','52ee8bfd6c316f50');
INSERT INTO "evidence" VALUES(5,'e:moivkahz','f:tbt272','s99',NULL,'user',NULL,NULL,'zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server','4d08cf84161012ad');
CREATE TABLE facts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    tier TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    confidence REAL NOT NULL,
    tainted INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    approved_at TEXT,
    tags TEXT NOT NULL,
    wrong TEXT,
    right TEXT,
    problem TEXT,
    solution TEXT,
    concepts TEXT NOT NULL,
    files TEXT NOT NULL,
    created_at TEXT NOT NULL,
    happened_at TEXT,
    expires_at TEXT,
    hash TEXT NOT NULL,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "facts" VALUES(1,'f:ldltal','zqhpmhjdefghhc says that the review linter parser queue release cache package parser deploy review socket release','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'bfa9800bef49c53136675475f220b6de',3,'ebb7d98a9b1c59ab');
INSERT INTO "facts" VALUES(2,'f:yj7hpk','zqhccagiinfjkh says that the column token shell type parser linter logger shell socket review table editor','convention','superseded','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'c427a1cdd84b9dffcf8fe7458e6153ac',5,'67c66d2118973868');
INSERT INTO "facts" VALUES(3,'f:i2tsqx','zqmmddodgbabgf says that the region module server module build commit linter config token module index editor','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'f59ecb7586346b8a30a8666a03b86fc6',3,'46b20723139cfd4e');
INSERT INTO "facts" VALUES(4,'f:j5v3ev','zqjnhhkjmllekg says that the deploy script index queue migration shell server column docker release socket table','convention','active','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'1338f3998f734e0ad2d10fb0be409efc',4,'e4b8d5c1d449ea00');
INSERT INTO "facts" VALUES(5,'f:yjdu6r','zqejdanaofokeh says that the timeout region build index server release config commit module migration token table','note','active','episodic','project','torture',0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'6883dbc03c2f8893f17d8977dc469934',4,'160f8c4116b18add');
INSERT INTO "facts" VALUES(6,'f:eks4qu','zqecplojkdoklm says that the server commit column commit cache logger deploy logger port timeout timeout schema','convention','active','episodic','project',NULL,0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'0605ef358f37e6a130f92681aac55dca',2,'2beb17167e80a84b');
INSERT INTO "facts" VALUES(7,'f:qgp7rv','zqoonibchohafm says that the branch type server review column editor queue branch commit config retry table','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'e8ce88d4201182917e928724bb8272a1',3,'5c04133feab95ee5');
INSERT INTO "facts" VALUES(8,'f:jwgido','zqpbifojpldeba says that the cache config socket package cache retry cache deploy editor type port schema','convention','active','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'c90766b155e00ddedaed87efa8fc4a73',2,'b2437a6afb02ae3b');
INSERT INTO "facts" VALUES(9,'f:tbt272','zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server','note','active','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'2ceaa6a6e937fb036c472b1fc18e4324',1,'14567e0c69e68059');
CREATE TABLE fitness (seq INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT NOT NULL UNIQUE, measures TEXT NOT NULL);
CREATE TABLE links (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    target TEXT NOT NULL REFERENCES facts (id),
    row_hash TEXT NOT NULL,
    UNIQUE (source, kind, target)
);
INSERT INTO "links" VALUES(1,'l:rrlazraq','f:yj7hpk','derived_from','f:ldltal','7bb346b45f48b3e8');
INSERT INTO "links" VALUES(2,'l:au4h7icy','f:j5v3ev','derived_from','f:i2tsqx','57b137516df47e62');
INSERT INTO "links" VALUES(3,'l:dv2pvebb','f:j5v3ev','derived_from','f:yj7hpk','a8dac0b7f127baf2');
INSERT INTO "links" VALUES(4,'l:tev47gne','f:eks4qu','derived_from','f:yj7hpk','bb7e002cd4359353');
INSERT INTO "links" VALUES(5,'l:gbkxu32i','f:eks4qu','derived_from','f:yjdu6r','aef0482dc188da13');
INSERT INTO "links" VALUES(6,'l:r53er6ln','f:eks4qu','derived_from','f:j5v3ev','56c6d648a3be2812');
INSERT INTO "links" VALUES(7,'l:uzabukyj','f:jwgido','derived_from','f:qgp7rv','51362ba572c7766e');
INSERT INTO "links" VALUES(8,'l:ilvtsvmj','f:jwgido','derived_from','f:j5v3ev','0736c5232d3a9a8f');
INSERT INTO "links" VALUES(9,'l:tyl5nezk','f:jwgido','derived_from','f:yjdu6r','6c2f96de9cd8c00a');
INSERT INTO "links" VALUES(10,'l:aoonkhds','f:jwgido','derived_from','f:eks4qu','613d8e15754e305c');
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL
);
INSERT INTO "outbox" VALUES(1,'f:ldltal');
INSERT INTO "outbox" VALUES(2,'f:ldltal');
INSERT INTO "outbox" VALUES(3,'t:1');
INSERT INTO "outbox" VALUES(4,'t:2');
INSERT INTO "outbox" VALUES(5,'f:yj7hpk');
INSERT INTO "outbox" VALUES(6,'f:ldltal');
INSERT INTO "outbox" VALUES(7,'f:ldltal');
INSERT INTO "outbox" VALUES(8,'f:yj7hpk');
INSERT INTO "outbox" VALUES(9,'f:i2tsqx');
INSERT INTO "outbox" VALUES(10,'f:i2tsqx');
INSERT INTO "outbox" VALUES(11,'t:3');
INSERT INTO "outbox" VALUES(12,'t:4');
INSERT INTO "outbox" VALUES(13,'t:5');
INSERT INTO "outbox" VALUES(14,'t:6');
INSERT INTO "outbox" VALUES(15,'t:7');
INSERT INTO "outbox" VALUES(16,'t:8');
INSERT INTO "outbox" VALUES(17,'t:9');
INSERT INTO "outbox" VALUES(18,'t:10');
INSERT INTO "outbox" VALUES(19,'f:j5v3ev');
INSERT INTO "outbox" VALUES(20,'f:i2tsqx');
INSERT INTO "outbox" VALUES(21,'f:yj7hpk');
INSERT INTO "outbox" VALUES(22,'f:i2tsqx');
INSERT INTO "outbox" VALUES(23,'f:j5v3ev');
INSERT INTO "outbox" VALUES(24,'f:yjdu6r');
INSERT INTO "outbox" VALUES(25,'f:yjdu6r');
INSERT INTO "outbox" VALUES(26,'t:11');
INSERT INTO "outbox" VALUES(27,'f:eks4qu');
INSERT INTO "outbox" VALUES(28,'f:yj7hpk');
INSERT INTO "outbox" VALUES(29,'f:yjdu6r');
INSERT INTO "outbox" VALUES(30,'f:j5v3ev');
INSERT INTO "outbox" VALUES(31,'f:yj7hpk');
INSERT INTO "outbox" VALUES(32,'f:yjdu6r');
INSERT INTO "outbox" VALUES(33,'f:qgp7rv');
INSERT INTO "outbox" VALUES(34,'f:qgp7rv');
INSERT INTO "outbox" VALUES(35,'t:12');
INSERT INTO "outbox" VALUES(36,'t:13');
INSERT INTO "outbox" VALUES(37,'t:14');
INSERT INTO "outbox" VALUES(38,'f:jwgido');
INSERT INTO "outbox" VALUES(39,'f:qgp7rv');
INSERT INTO "outbox" VALUES(40,'f:j5v3ev');
INSERT INTO "outbox" VALUES(41,'f:yjdu6r');
INSERT INTO "outbox" VALUES(42,'f:eks4qu');
INSERT INTO "outbox" VALUES(43,'f:qgp7rv');
INSERT INTO "outbox" VALUES(44,'f:jwgido');
INSERT INTO "outbox" VALUES(45,'k:1');
INSERT INTO "outbox" VALUES(46,'f:tbt272');
INSERT INTO "outbox" VALUES(47,'f:tbt272');
CREATE TABLE projects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    reason TEXT NOT NULL,
    root TEXT,
    aliases TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    summary TEXT NOT NULL
);
CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    project TEXT,
    cwd TEXT,
    title TEXT,
    started_at TEXT,
    ended_at TEXT,
    parent TEXT
);
INSERT INTO "sessions" VALUES(1,'session-0-262293031823','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(2,'session-0-961715402706','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(3,'session-0-560594192153','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(4,'session-0-759348446493','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE settings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE sources (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    session TEXT,
    row_hash TEXT NOT NULL
);
CREATE TABLE turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT,
    at TEXT,
    text TEXT NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0, row_hash TEXT,
    UNIQUE (session, source_id)
);
INSERT INTO "turns" VALUES(1,'session-0-262293031823','m0',0,'user',NULL,NULL,'zqogbbieiefpkm says that the editor branch linter schema branch logger branch schema deploy type retry parser',0,'6bcfe8d4450a99af');
INSERT INTO "turns" VALUES(2,'session-0-262293031823','m1',1,'user',NULL,NULL,'zqegejmlmkpmlb says that the cache linter timeout index test token docker test review branch region package',0,'39cb09d9f0242814');
INSERT INTO "turns" VALUES(3,'session-0-961715402706','m0',0,'user',NULL,NULL,'zqpeppiblehgkj says that the commit queue shell logger migration type editor migration parser build config schema',0,'3094cd148821a724');
INSERT INTO "turns" VALUES(4,'session-0-961715402706','m1',1,'user',NULL,NULL,'zqalngoifpmcgc says that the cache commit index cache schema schema server package index column retry server',0,'381e3c3449e95615');
INSERT INTO "turns" VALUES(5,'session-0-961715402706','m2',2,'user',NULL,NULL,'zqnallaehogflm says that the cache parser docker socket type branch script logger logger logger logger test',0,'ca68c3eab195823a');
INSERT INTO "turns" VALUES(6,'session-0-961715402706','m3',3,'user',NULL,NULL,'zqcilfemihahoh says that the module logger branch token review region shell queue linter release branch test',0,'6cd2b09c6cd3111e');
INSERT INTO "turns" VALUES(7,'session-0-961715402706','m4',4,'user',NULL,NULL,'zqjgfmngnojpbo says that the server cache test docker port review region config cache column build docker',0,'7534159f5bcb6c95');
INSERT INTO "turns" VALUES(8,'session-0-961715402706','m5',5,'user',NULL,NULL,'zqjcpijfbliemi says that the module linter linter package script module module timeout commit cache test release',0,'68d644aefe0165c8');
INSERT INTO "turns" VALUES(9,'session-0-961715402706','m6',6,'user',NULL,NULL,'zqgcefdbjkgdgm says that the column module queue port region docker cache port timeout commit column docker',0,'4a97db895c570ee0');
INSERT INTO "turns" VALUES(10,'session-0-961715402706','m7',7,'user',NULL,NULL,'zqmlhajcihfkip says that the queue build schema release schema token table logger schema token package build',0,'0b283d479f695193');
INSERT INTO "turns" VALUES(11,'session-0-560594192153','m0',0,'user',NULL,NULL,'zqcebdkcooocko says that the shell index server cache index cache module linter branch socket module test',0,'1cdb1d10696b7356');
INSERT INTO "turns" VALUES(12,'session-0-759348446493','m0',0,'user',NULL,NULL,'zqjbjjnepfffah says that the editor review migration port commit column commit schema review column linter script',0,'2b24d5ab5548f921');
INSERT INTO "turns" VALUES(13,'session-0-759348446493','m1',1,'user',NULL,NULL,'zqilbieemaikog says that the server release parser migration type deploy table linter queue column branch index',0,'ab39bd20d879c201');
INSERT INTO "turns" VALUES(14,'session-0-759348446493','m2',2,'user',NULL,NULL,'zqajmdkdcdccep says that the token timeout timeout region retry shell index migration build port column deploy',0,'4f6a40c62b93793e');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX facts_by_hash ON facts (hash);
CREATE INDEX facts_by_age ON facts (status, created_at);
CREATE INDEX evidence_by_fact ON evidence (fact);
CREATE INDEX evidence_by_session ON evidence (session);
CREATE INDEX links_by_target ON links (target);
CREATE INDEX candidates_by_status ON candidates (status);
CREATE INDEX candidates_by_fingerprint ON candidates (fingerprint);
CREATE INDEX candidates_by_fact ON candidates (fact);
CREATE INDEX sessions_by_age ON sessions (started_at);
CREATE INDEX turns_by_position ON turns (session, position);
CREATE INDEX accesses_by_fact ON accesses (fact);
CREATE INDEX audit_by_target ON audit (target);
CREATE INDEX audit_by_unit ON audit (unit);
CREATE INDEX audit_by_run ON audit (run);
CREATE INDEX audit_by_undoes ON audit (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX chunks_by_document ON chunks (document, position)
;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('facts',9);
INSERT INTO "sqlite_sequence" VALUES('audit',55);
INSERT INTO "sqlite_sequence" VALUES('outbox',47);
INSERT INTO "sqlite_sequence" VALUES('evidence',5);
INSERT INTO "sqlite_sequence" VALUES('sessions',4);
INSERT INTO "sqlite_sequence" VALUES('turns',14);
INSERT INTO "sqlite_sequence" VALUES('links',10);
INSERT INTO "sqlite_sequence" VALUES('candidates',4);
INSERT INTO "sqlite_sequence" VALUES('collections',1);
INSERT INTO "sqlite_sequence" VALUES('documents',1);
INSERT INTO "sqlite_sequence" VALUES('chunks',1);
COMMIT;
PRAGMA user_version = 4;
