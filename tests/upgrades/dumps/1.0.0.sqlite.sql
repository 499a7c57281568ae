BEGIN TRANSACTION;
CREATE TABLE "accounts_recoverycode" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "mark" varchar(8) NOT NULL, "encoded" varchar(128) NOT NULL, "used_at" datetime NULL, "factor_id" bigint NOT NULL REFERENCES "accounts_secondfactor" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_secondfactor" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "secret" varchar(64) NOT NULL, "confirmed_at" datetime NULL, "last_step" bigint NOT NULL, "user_id" bigint NOT NULL UNIQUE REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_session" ("session_data" text NOT NULL, "expire_date" datetime NOT NULL, "session_key" varchar(64) NOT NULL PRIMARY KEY, "device" varchar(60) NOT NULL, "signed_in_at" datetime NOT NULL, "seen_at" datetime NOT NULL, "user_id" bigint NULL);
INSERT INTO "accounts_session" VALUES('.eJxVjDsOwjAQRO_iGln-bJyFkp4zWGt7jQPIluKkQtydREoBxTTz3sxbeFqX4tfOs5-SuAgtTr9doPjkuoP0oHpvMra6zFOQuyIP2uWtJX5dD_fvoFAv25p1JGYAZIVgCNg50MFYzWkcNLozjxkohSGiShmVBcQtDoCzBWvE5wviezdO:1xX1pp:1jwXf4SVgkwLdMfTmDYVLBnRNskbkjSwUSiHD_BD4l4','2026-12-11 19:42:17.499470','26910ce93405ad1a651ab327f30bc3cfbb57c9209303ca2454f8f3a2c7dbd80b','Unknown device','2026-11-27 19:42:17.499470','2026-11-27 19:42:17.499470',1);
INSERT INTO "accounts_session" VALUES('.eJxVjEEOwiAQRe_C2pABOpS6dN8zkCkzStVAUtqV8e7apAvd_vfef6lI25rj1mSJM6uzsur0u02UHlJ2wHcqt6pTLesyT3pX9EGbHivL83K4fweZWv7WBjx6YZc6AIcSQh_YWW9SMGQ7R2C9Q4MwSM8ICawVRvZAAnwNYVDvD6hqNqI:1xX1pp:95TzyvZpFAc7W3MBDGuag2QwszZeh5XEzNN8ASrSFLc','2026-12-11 19:42:17.504291','d80d12280c57977790a0cbe8c1c584241de30ab719e300858a5ab66e177b6bc3','Unknown device','2026-11-27 19:42:17.504291','2026-11-27 19:42:17.504291',2);
INSERT INTO "accounts_session" VALUES('.eJxVjEEOwiAQRe_C2pABOpS6dN8zkCkzStVAUtqV8e7apAvd_vfef6lI25rj1mSJM6uzsur0u02UHlJ2wHcqt6pTLesyT3pX9EGbHivL83K4fweZWv7WBjx6YZc6AIcSQh_YWW9SMGQ7R2C9Q4MwSM8ICawVRvZAAnwNYVDvD6hqNqI:1xX1pp:95TzyvZpFAc7W3MBDGuag2QwszZeh5XEzNN8ASrSFLc','2027-01-20 19:42:17.957651','657f11e5fc0f305ad61691f29f5f0bb08f9c9b043b6a9a43b4893fe9b175de3a','Unknown device','2027-01-06 19:42:17.957651','2027-01-06 19:42:17.957651',2);
CREATE TABLE "accounts_signincode" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "email" varchar(64) NOT NULL, "browser" varchar(64) NOT NULL, "code" varchar(64) NOT NULL, "tries" smallint unsigned NOT NULL CHECK ("tries" >= 0), "expires_at" datetime NOT NULL, "mail_id" bigint NULL REFERENCES "charityshop_outgoingmail" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_signinplace" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" varchar(64) NOT NULL, "seen_at" datetime NOT NULL, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_row_per_place" UNIQUE ("user_id", "place"));
CREATE TABLE "accounts_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "public_id" varchar(24) NOT NULL UNIQUE, "email" varchar(254) NOT NULL UNIQUE, "first_name" varchar(150) NOT NULL, "last_name" varchar(150) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "requires_password_reset" bool NOT NULL, "session_generation" integer unsigned NOT NULL CHECK ("session_generation" >= 0), "date_joined" datetime NOT NULL, "email_proved_at" datetime NULL, "reminders" bool NOT NULL);
INSERT INTO "accounts_user" VALUES(1,'md5$BYUUTz5M5f1cjKfWFqOtG9$9d9c9cd1ce4ec1a8b8abad6081fd5b2e','2026-11-27 19:42:17.498881',0,'6b09dd197d80c1e1078f13e1','ana@example.com','Ana','Diaz',0,1,0,0,'2026-11-27 19:42:17.490299',NULL,1);
INSERT INTO "accounts_user" VALUES(2,'md5$4iUwFPHnis2PZYdiAj9mX0$375713187810b9b0dc305ed515ab69e9','2027-01-06 19:42:17.957651',0,'6b09dd1980148a000d2d10de','staff@example.com','Ana','Diaz',1,1,0,0,'2026-11-27 19:42:17.500334',NULL,1);
CREATE TABLE "accounts_user_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_user_user_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auditlog_logentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_pk" varchar(255) NOT NULL, "object_id" bigint NULL, "object_repr" text NOT NULL, "action" smallint unsigned NOT NULL CHECK ("action" >= 0), "timestamp" datetime NOT NULL, "actor_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "remote_addr" char(39) NULL, "additional_data" text NULL CHECK ((JSON_VALID("additional_data") OR "additional_data" IS NULL)), "serialized_data" text NULL CHECK ((JSON_VALID("serialized_data") OR "serialized_data" IS NULL)), "cid" varchar(255) NULL, "changes_text" text NOT NULL, "changes" text NULL CHECK ((JSON_VALID("changes") OR "changes" IS NULL)), "remote_port" integer unsigned NULL CHECK ("remote_port" >= 0), "actor_email" varchar(254) NULL);
INSERT INTO "auditlog_logentry" VALUES(1,'1',1,'Order C-7QH4E (paid)',1,'2026-11-27 19:42:17.844189',NULL,33,NULL,'{"did": "payment settled", "amount": "23.00", "capture": "9G8V895NJ07NXYHG7"}',NULL,NULL,'','{"status": ["capturing", "paid"], "payment": ["capturing", "completed"]}',NULL,'the shop');
INSERT INTO "auditlog_logentry" VALUES(2,'1',1,'Order C-7QH4E (paid)',1,'2026-11-27 19:42:17.878517',2,33,NULL,'{"did": "refund requested", "amount": "10.00", "reason": "Night cancelled"}',NULL,NULL,'','{}',NULL,'staff@example.com');
INSERT INTO "auditlog_logentry" VALUES(3,'1',1,'Order C-7QH4E (partly_refunded)',1,'2026-11-27 19:42:17.888623',NULL,33,NULL,'{"did": "refund completed", "amount": "10.00"}',NULL,NULL,'','{"status": ["paid", "partly_refunded"]}',NULL,'the shop');
INSERT INTO "auditlog_logentry" VALUES(4,'1',1,'Door of Card Night 0 on November 27, 2026',0,'2026-11-27 19:42:17.916374',2,55,NULL,'{"did": "door opened"}',NULL,NULL,'','{}',NULL,'staff@example.com');
INSERT INTO "auditlog_logentry" VALUES(5,'1',1,'Door of Card Night 0 on November 27, 2026',1,'2026-11-27 19:42:17.927670',2,55,NULL,'{"did": "door link created", "link": "6b09dd19ed62e18d8c8ca56b", "role": "door"}',NULL,NULL,'','{}',NULL,'staff@example.com');
INSERT INTO "auditlog_logentry" VALUES(6,'1',1,'Cost 9.50 on 2026-11-01',0,'2026-11-27 19:42:17.955039',2,50,NULL,'{"did": "ledger entry added"}',NULL,NULL,'','{"kind": ["", "cost"], "date": ["", "2026-11-01"], "amount": ["", "9.50"], "text": ["", "Ice"]}',NULL,'staff@example.com');
INSERT INTO "auditlog_logentry" VALUES(7,'1',1,'November 2026 (closed)',1,'2026-11-27 19:42:18.029579',2,49,NULL,'{"did": "month closed"}',NULL,NULL,'','{"digest": ["", "c0f4dae6dc3a8488fc857c10cb142b1201fd2c6c388dc7432a344d29550f5d95"]}',NULL,'staff@example.com');
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
INSERT INTO "auth_permission" VALUES(1,1,'add_logentry','Can add log entry');
INSERT INTO "auth_permission" VALUES(2,1,'change_logentry','Can change log entry');
INSERT INTO "auth_permission" VALUES(3,1,'delete_logentry','Can delete log entry');
INSERT INTO "auth_permission" VALUES(4,1,'view_logentry','Can view log entry');
INSERT INTO "auth_permission" VALUES(5,2,'add_permission','Can add permission');
INSERT INTO "auth_permission" VALUES(6,2,'change_permission','Can change permission');
INSERT INTO "auth_permission" VALUES(7,2,'delete_permission','Can delete permission');
INSERT INTO "auth_permission" VALUES(8,2,'view_permission','Can view permission');
INSERT INTO "auth_permission" VALUES(9,3,'add_group','Can add group');
INSERT INTO "auth_permission" VALUES(10,3,'change_group','Can change group');
INSERT INTO "auth_permission" VALUES(11,3,'delete_group','Can delete group');
INSERT INTO "auth_permission" VALUES(12,3,'view_group','Can view group');
INSERT INTO "auth_permission" VALUES(13,4,'add_contenttype','Can add content type');
INSERT INTO "auth_permission" VALUES(14,4,'change_contenttype','Can change content type');
INSERT INTO "auth_permission" VALUES(15,4,'delete_contenttype','Can delete content type');
INSERT INTO "auth_permission" VALUES(16,4,'view_contenttype','Can view content type');
INSERT INTO "auth_permission" VALUES(17,5,'add_session','Can add session');
INSERT INTO "auth_permission" VALUES(18,5,'change_session','Can change session');
INSERT INTO "auth_permission" VALUES(19,5,'delete_session','Can delete session');
INSERT INTO "auth_permission" VALUES(20,5,'view_session','Can view session');
INSERT INTO "auth_permission" VALUES(21,6,'add_logentry','Can add log entry');
INSERT INTO "auth_permission" VALUES(22,6,'change_logentry','Can change log entry');
INSERT INTO "auth_permission" VALUES(23,6,'delete_logentry','Can delete log entry');
INSERT INTO "auth_permission" VALUES(24,6,'view_logentry','Can view log entry');
INSERT INTO "auth_permission" VALUES(25,7,'add_counter','Can add counter');
INSERT INTO "auth_permission" VALUES(26,7,'change_counter','Can change counter');
INSERT INTO "auth_permission" VALUES(27,7,'delete_counter','Can delete counter');
INSERT INTO "auth_permission" VALUES(28,7,'view_counter','Can view counter');
INSERT INTO "auth_permission" VALUES(29,8,'add_handledrequest','Can add handled request');
INSERT INTO "auth_permission" VALUES(30,8,'change_handledrequest','Can change handled request');
INSERT INTO "auth_permission" VALUES(31,8,'delete_handledrequest','Can delete handled request');
INSERT INTO "auth_permission" VALUES(32,8,'view_handledrequest','Can view handled request');
INSERT INTO "auth_permission" VALUES(33,9,'add_outgoingmail','Can add outgoing mail');
INSERT INTO "auth_permission" VALUES(34,9,'change_outgoingmail','Can change outgoing mail');
INSERT INTO "auth_permission" VALUES(35,9,'delete_outgoingmail','Can delete outgoing mail');
INSERT INTO "auth_permission" VALUES(36,9,'view_outgoingmail','Can view outgoing mail');
INSERT INTO "auth_permission" VALUES(37,10,'add_retry','Can add retry');
INSERT INTO "auth_permission" VALUES(38,10,'change_retry','Can change retry');
INSERT INTO "auth_permission" VALUES(39,10,'delete_retry','Can delete retry');
INSERT INTO "auth_permission" VALUES(40,10,'view_retry','Can view retry');
INSERT INTO "auth_permission" VALUES(41,11,'add_shopsettings','Can add shop settings');
INSERT INTO "auth_permission" VALUES(42,11,'change_shopsettings','Can change shop settings');
INSERT INTO "auth_permission" VALUES(43,11,'delete_shopsettings','Can delete shop settings');
INSERT INTO "auth_permission" VALUES(44,11,'view_shopsettings','Can view shop settings');
INSERT INTO "auth_permission" VALUES(45,12,'add_outgoingpost','Can add outgoing post');
INSERT INTO "auth_permission" VALUES(46,12,'change_outgoingpost','Can change outgoing post');
INSERT INTO "auth_permission" VALUES(47,12,'delete_outgoingpost','Can delete outgoing post');
INSERT INTO "auth_permission" VALUES(48,12,'view_outgoingpost','Can view outgoing post');
INSERT INTO "auth_permission" VALUES(49,13,'add_user','Can add user');
INSERT INTO "auth_permission" VALUES(50,13,'change_user','Can change user');
INSERT INTO "auth_permission" VALUES(51,13,'delete_user','Can delete user');
INSERT INTO "auth_permission" VALUES(52,13,'view_user','Can view user');
INSERT INTO "auth_permission" VALUES(53,14,'add_secondfactor','Can add second factor');
INSERT INTO "auth_permission" VALUES(54,14,'change_secondfactor','Can change second factor');
INSERT INTO "auth_permission" VALUES(55,14,'delete_secondfactor','Can delete second factor');
INSERT INTO "auth_permission" VALUES(56,14,'view_secondfactor','Can view second factor');
INSERT INTO "auth_permission" VALUES(57,15,'add_recoverycode','Can add recovery code');
INSERT INTO "auth_permission" VALUES(58,15,'change_recoverycode','Can change recovery code');
INSERT INTO "auth_permission" VALUES(59,15,'delete_recoverycode','Can delete recovery code');
INSERT INTO "auth_permission" VALUES(60,15,'view_recoverycode','Can view recovery code');
INSERT INTO "auth_permission" VALUES(61,16,'add_session','Can add session');
INSERT INTO "auth_permission" VALUES(62,16,'change_session','Can change session');
INSERT INTO "auth_permission" VALUES(63,16,'delete_session','Can delete session');
INSERT INTO "auth_permission" VALUES(64,16,'view_session','Can view session');
INSERT INTO "auth_permission" VALUES(65,17,'add_signincode','Can add sign-in code');
INSERT INTO "auth_permission" VALUES(66,17,'change_signincode','Can change sign-in code');
INSERT INTO "auth_permission" VALUES(67,17,'delete_signincode','Can delete sign-in code');
INSERT INTO "auth_permission" VALUES(68,17,'view_signincode','Can view sign-in code');
INSERT INTO "auth_permission" VALUES(69,18,'add_signinplace','Can add sign-in place');
INSERT INTO "auth_permission" VALUES(70,18,'change_signinplace','Can change sign-in place');
INSERT INTO "auth_permission" VALUES(71,18,'delete_signinplace','Can delete sign-in place');
INSERT INTO "auth_permission" VALUES(72,18,'view_signinplace','Can view sign-in place');
INSERT INTO "auth_permission" VALUES(73,19,'add_event','Can add event');
INSERT INTO "auth_permission" VALUES(74,19,'change_event','Can change event');
INSERT INTO "auth_permission" VALUES(75,19,'delete_event','Can delete event');
INSERT INTO "auth_permission" VALUES(76,19,'view_event','Can view event');
INSERT INTO "auth_permission" VALUES(77,20,'add_occurrence','Can add occurrence');
INSERT INTO "auth_permission" VALUES(78,20,'change_occurrence','Can change occurrence');
INSERT INTO "auth_permission" VALUES(79,20,'delete_occurrence','Can delete occurrence');
INSERT INTO "auth_permission" VALUES(80,20,'view_occurrence','Can view occurrence');
INSERT INTO "auth_permission" VALUES(81,21,'add_entry','Can add waiting list entry');
INSERT INTO "auth_permission" VALUES(82,21,'change_entry','Can change waiting list entry');
INSERT INTO "auth_permission" VALUES(83,21,'delete_entry','Can delete waiting list entry');
INSERT INTO "auth_permission" VALUES(84,21,'view_entry','Can view waiting list entry');
INSERT INTO "auth_permission" VALUES(85,22,'add_booking','Can add booking');
INSERT INTO "auth_permission" VALUES(86,22,'change_booking','Can change booking');
INSERT INTO "auth_permission" VALUES(87,22,'delete_booking','Can delete booking');
INSERT INTO "auth_permission" VALUES(88,22,'view_booking','Can view booking');
INSERT INTO "auth_permission" VALUES(89,23,'add_departure','Can add departure');
INSERT INTO "auth_permission" VALUES(90,23,'change_departure','Can change departure');
INSERT INTO "auth_permission" VALUES(91,23,'delete_departure','Can delete departure');
INSERT INTO "auth_permission" VALUES(92,23,'view_departure','Can view departure');
INSERT INTO "auth_permission" VALUES(93,24,'add_pass','Can add pass');
INSERT INTO "auth_permission" VALUES(94,24,'change_pass','Can change pass');
INSERT INTO "auth_permission" VALUES(95,24,'delete_pass','Can delete pass');
INSERT INTO "auth_permission" VALUES(96,24,'view_pass','Can view pass');
INSERT INTO "auth_permission" VALUES(97,25,'add_seatchange','Can add seat change');
INSERT INTO "auth_permission" VALUES(98,25,'change_seatchange','Can change seat change');
INSERT INTO "auth_permission" VALUES(99,25,'delete_seatchange','Can delete seat change');
INSERT INTO "auth_permission" VALUES(100,25,'view_seatchange','Can view seat change');
INSERT INTO "auth_permission" VALUES(101,26,'add_seatlink','Can add seat link');
INSERT INTO "auth_permission" VALUES(102,26,'change_seatlink','Can change seat link');
INSERT INTO "auth_permission" VALUES(103,26,'delete_seatlink','Can delete seat link');
INSERT INTO "auth_permission" VALUES(104,26,'view_seatlink','Can view seat link');
INSERT INTO "auth_permission" VALUES(105,27,'add_membership','Can add membership');
INSERT INTO "auth_permission" VALUES(106,27,'change_membership','Can change membership');
INSERT INTO "auth_permission" VALUES(107,27,'delete_membership','Can delete membership');
INSERT INTO "auth_permission" VALUES(108,27,'view_membership','Can view membership');
INSERT INTO "auth_permission" VALUES(109,28,'add_voucher','Can add voucher');
INSERT INTO "auth_permission" VALUES(110,28,'change_voucher','Can change voucher');
INSERT INTO "auth_permission" VALUES(111,28,'delete_voucher','Can delete voucher');
INSERT INTO "auth_permission" VALUES(112,28,'view_voucher','Can view voucher');
INSERT INTO "auth_permission" VALUES(113,29,'add_booksclosed','Can add books closed');
INSERT INTO "auth_permission" VALUES(114,29,'change_booksclosed','Can change books closed');
INSERT INTO "auth_permission" VALUES(115,29,'delete_booksclosed','Can delete books closed');
INSERT INTO "auth_permission" VALUES(116,29,'view_booksclosed','Can view books closed');
INSERT INTO "auth_permission" VALUES(117,30,'add_datechange','Can add date change');
INSERT INTO "auth_permission" VALUES(118,30,'change_datechange','Can change date change');
INSERT INTO "auth_permission" VALUES(119,30,'delete_datechange','Can delete date change');
INSERT INTO "auth_permission" VALUES(120,30,'view_datechange','Can view date change');
INSERT INTO "auth_permission" VALUES(121,31,'add_message','Can add message');
INSERT INTO "auth_permission" VALUES(122,31,'change_message','Can change message');
INSERT INTO "auth_permission" VALUES(123,31,'delete_message','Can delete message');
INSERT INTO "auth_permission" VALUES(124,31,'view_message','Can view message');
INSERT INTO "auth_permission" VALUES(125,32,'add_messagerecipient','Can add message recipient');
INSERT INTO "auth_permission" VALUES(126,32,'change_messagerecipient','Can change message recipient');
INSERT INTO "auth_permission" VALUES(127,32,'delete_messagerecipient','Can delete message recipient');
INSERT INTO "auth_permission" VALUES(128,32,'view_messagerecipient','Can view message recipient');
INSERT INTO "auth_permission" VALUES(129,33,'add_order','Can add order');
INSERT INTO "auth_permission" VALUES(130,33,'change_order','Can change order');
INSERT INTO "auth_permission" VALUES(131,33,'delete_order','Can delete order');
INSERT INTO "auth_permission" VALUES(132,33,'view_order','Can view order');
INSERT INTO "auth_permission" VALUES(133,34,'add_cashpayment','Can add cash payment');
INSERT INTO "auth_permission" VALUES(134,34,'change_cashpayment','Can change cash payment');
INSERT INTO "auth_permission" VALUES(135,34,'delete_cashpayment','Can delete cash payment');
INSERT INTO "auth_permission" VALUES(136,34,'view_cashpayment','Can view cash payment');
INSERT INTO "auth_permission" VALUES(137,35,'add_orderline','Can add order line');
INSERT INTO "auth_permission" VALUES(138,35,'change_orderline','Can change order line');
INSERT INTO "auth_permission" VALUES(139,35,'delete_orderline','Can delete order line');
INSERT INTO "auth_permission" VALUES(140,35,'view_orderline','Can view order line');
INSERT INTO "auth_permission" VALUES(141,36,'add_applieddiscount','Can add applied discount');
INSERT INTO "auth_permission" VALUES(142,36,'change_applieddiscount','Can change applied discount');
INSERT INTO "auth_permission" VALUES(143,36,'delete_applieddiscount','Can delete applied discount');
INSERT INTO "auth_permission" VALUES(144,36,'view_applieddiscount','Can view applied discount');
INSERT INTO "auth_permission" VALUES(145,37,'add_payment','Can add payment');
INSERT INTO "auth_permission" VALUES(146,37,'change_payment','Can change payment');
INSERT INTO "auth_permission" VALUES(147,37,'delete_payment','Can delete payment');
INSERT INTO "auth_permission" VALUES(148,37,'view_payment','Can view payment');
INSERT INTO "auth_permission" VALUES(149,38,'add_paymentalert','Can add payment alert');
INSERT INTO "auth_permission" VALUES(150,38,'change_paymentalert','Can change payment alert');
INSERT INTO "auth_permission" VALUES(151,38,'delete_paymentalert','Can delete payment alert');
INSERT INTO "auth_permission" VALUES(152,38,'view_paymentalert','Can view payment alert');
INSERT INTO "auth_permission" VALUES(153,39,'add_placedrequest','Can add placed request');
INSERT INTO "auth_permission" VALUES(154,39,'change_placedrequest','Can change placed request');
INSERT INTO "auth_permission" VALUES(155,39,'delete_placedrequest','Can delete placed request');
INSERT INTO "auth_permission" VALUES(156,39,'view_placedrequest','Can view placed request');
INSERT INTO "auth_permission" VALUES(157,40,'add_refund','Can add refund');
INSERT INTO "auth_permission" VALUES(158,40,'change_refund','Can change refund');
INSERT INTO "auth_permission" VALUES(159,40,'delete_refund','Can delete refund');
INSERT INTO "auth_permission" VALUES(160,40,'view_refund','Can view refund');
INSERT INTO "auth_permission" VALUES(161,41,'add_entitlement','Can add entitlement');
INSERT INTO "auth_permission" VALUES(162,41,'change_entitlement','Can change entitlement');
INSERT INTO "auth_permission" VALUES(163,41,'delete_entitlement','Can delete entitlement');
INSERT INTO "auth_permission" VALUES(164,41,'view_entitlement','Can view entitlement');
INSERT INTO "auth_permission" VALUES(165,42,'add_change','Can add change');
INSERT INTO "auth_permission" VALUES(166,42,'change_change','Can change change');
INSERT INTO "auth_permission" VALUES(167,42,'delete_change','Can delete change');
INSERT INTO "auth_permission" VALUES(168,42,'view_change','Can view change');
INSERT INTO "auth_permission" VALUES(169,43,'add_refundpart','Can add refund part');
INSERT INTO "auth_permission" VALUES(170,43,'change_refundpart','Can change refund part');
INSERT INTO "auth_permission" VALUES(171,43,'delete_refundpart','Can delete refund part');
INSERT INTO "auth_permission" VALUES(172,43,'view_refundpart','Can view refund part');
INSERT INTO "auth_permission" VALUES(173,44,'add_reminder','Can add reminder');
INSERT INTO "auth_permission" VALUES(174,44,'change_reminder','Can change reminder');
INSERT INTO "auth_permission" VALUES(175,44,'delete_reminder','Can delete reminder');
INSERT INTO "auth_permission" VALUES(176,44,'view_reminder','Can view reminder');
INSERT INTO "auth_permission" VALUES(177,45,'add_settlementexplanation','Can add settlement explanation');
INSERT INTO "auth_permission" VALUES(178,45,'change_settlementexplanation','Can change settlement explanation');
INSERT INTO "auth_permission" VALUES(179,45,'delete_settlementexplanation','Can delete settlement explanation');
INSERT INTO "auth_permission" VALUES(180,45,'view_settlementexplanation','Can view settlement explanation');
INSERT INTO "auth_permission" VALUES(181,46,'add_unmatchedpayment','Can add unmatched payment');
INSERT INTO "auth_permission" VALUES(182,46,'change_unmatchedpayment','Can change unmatched payment');
INSERT INTO "auth_permission" VALUES(183,46,'delete_unmatchedpayment','Can delete unmatched payment');
INSERT INTO "auth_permission" VALUES(184,46,'view_unmatchedpayment','Can view unmatched payment');
INSERT INTO "auth_permission" VALUES(185,47,'add_webhookevent','Can add webhook event');
INSERT INTO "auth_permission" VALUES(186,47,'change_webhookevent','Can change webhook event');
INSERT INTO "auth_permission" VALUES(187,47,'delete_webhookevent','Can delete webhook event');
INSERT INTO "auth_permission" VALUES(188,47,'view_webhookevent','Can view webhook event');
INSERT INTO "auth_permission" VALUES(189,48,'add_goal','Can add goal');
INSERT INTO "auth_permission" VALUES(190,48,'change_goal','Can change goal');
INSERT INTO "auth_permission" VALUES(191,48,'delete_goal','Can delete goal');
INSERT INTO "auth_permission" VALUES(192,48,'view_goal','Can view goal');
INSERT INTO "auth_permission" VALUES(193,49,'add_month','Can add month');
INSERT INTO "auth_permission" VALUES(194,49,'change_month','Can change month');
INSERT INTO "auth_permission" VALUES(195,49,'delete_month','Can delete month');
INSERT INTO "auth_permission" VALUES(196,49,'view_month','Can view month');
INSERT INTO "auth_permission" VALUES(197,50,'add_entry','Can add entry');
INSERT INTO "auth_permission" VALUES(198,50,'change_entry','Can change entry');
INSERT INTO "auth_permission" VALUES(199,50,'delete_entry','Can delete entry');
INSERT INTO "auth_permission" VALUES(200,50,'view_entry','Can view entry');
INSERT INTO "auth_permission" VALUES(201,51,'add_device','Can add device');
INSERT INTO "auth_permission" VALUES(202,51,'change_device','Can change device');
INSERT INTO "auth_permission" VALUES(203,51,'delete_device','Can delete device');
INSERT INTO "auth_permission" VALUES(204,51,'view_device','Can view device');
INSERT INTO "auth_permission" VALUES(205,52,'add_link','Can add link');
INSERT INTO "auth_permission" VALUES(206,52,'change_link','Can change link');
INSERT INTO "auth_permission" VALUES(207,52,'delete_link','Can delete link');
INSERT INTO "auth_permission" VALUES(208,52,'view_link','Can view link');
INSERT INTO "auth_permission" VALUES(209,53,'add_entry','Can add entry');
INSERT INTO "auth_permission" VALUES(210,53,'change_entry','Can change entry');
INSERT INTO "auth_permission" VALUES(211,53,'delete_entry','Can delete entry');
INSERT INTO "auth_permission" VALUES(212,53,'view_entry','Can view entry');
INSERT INTO "auth_permission" VALUES(213,54,'add_entrytext','Can add entry text');
INSERT INTO "auth_permission" VALUES(214,54,'change_entrytext','Can change entry text');
INSERT INTO "auth_permission" VALUES(215,54,'delete_entrytext','Can delete entry text');
INSERT INTO "auth_permission" VALUES(216,54,'view_entrytext','Can view entry text');
INSERT INTO "auth_permission" VALUES(217,55,'add_night','Can add night');
INSERT INTO "auth_permission" VALUES(218,55,'change_night','Can change night');
INSERT INTO "auth_permission" VALUES(219,55,'delete_night','Can delete night');
INSERT INTO "auth_permission" VALUES(220,55,'view_night','Can view night');
INSERT INTO "auth_permission" VALUES(221,56,'add_move','Can add move');
INSERT INTO "auth_permission" VALUES(222,56,'change_move','Can change move');
INSERT INTO "auth_permission" VALUES(223,56,'delete_move','Can delete move');
INSERT INTO "auth_permission" VALUES(224,56,'view_move','Can view move');
INSERT INTO "auth_permission" VALUES(225,57,'add_drawer','Can add drawer');
INSERT INTO "auth_permission" VALUES(226,57,'change_drawer','Can change drawer');
INSERT INTO "auth_permission" VALUES(227,57,'delete_drawer','Can delete drawer');
INSERT INTO "auth_permission" VALUES(228,57,'view_drawer','Can view drawer');
INSERT INTO "auth_permission" VALUES(229,58,'add_signin','Can add sign in');
INSERT INTO "auth_permission" VALUES(230,58,'change_signin','Can change sign in');
INSERT INTO "auth_permission" VALUES(231,58,'delete_signin','Can delete sign in');
INSERT INTO "auth_permission" VALUES(232,58,'view_signin','Can view sign in');
INSERT INTO "auth_permission" VALUES(233,59,'add_unusableentry','Can add unusable entry');
INSERT INTO "auth_permission" VALUES(234,59,'change_unusableentry','Can change unusable entry');
INSERT INTO "auth_permission" VALUES(235,59,'delete_unusableentry','Can delete unusable entry');
INSERT INTO "auth_permission" VALUES(236,59,'view_unusableentry','Can view unusable entry');
INSERT INTO "auth_permission" VALUES(237,60,'add_allotment','Can add allotment');
INSERT INTO "auth_permission" VALUES(238,60,'change_allotment','Can change allotment');
INSERT INTO "auth_permission" VALUES(239,60,'delete_allotment','Can delete allotment');
INSERT INTO "auth_permission" VALUES(240,60,'view_allotment','Can view allotment');
INSERT INTO "auth_permission" VALUES(241,61,'add_count','Can add count');
INSERT INTO "auth_permission" VALUES(242,61,'change_count','Can change count');
INSERT INTO "auth_permission" VALUES(243,61,'delete_count','Can delete count');
INSERT INTO "auth_permission" VALUES(244,61,'view_count','Can view count');
INSERT INTO "auth_permission" VALUES(245,62,'add_player','Can add player');
INSERT INTO "auth_permission" VALUES(246,62,'change_player','Can change player');
INSERT INTO "auth_permission" VALUES(247,62,'delete_player','Can delete player');
INSERT INTO "auth_permission" VALUES(248,62,'view_player','Can view player');
INSERT INTO "auth_permission" VALUES(249,63,'add_report','Can add report');
INSERT INTO "auth_permission" VALUES(250,63,'change_report','Can change report');
INSERT INTO "auth_permission" VALUES(251,63,'delete_report','Can delete report');
INSERT INTO "auth_permission" VALUES(252,63,'view_report','Can view report');
INSERT INTO "auth_permission" VALUES(253,64,'add_tournament','Can add tournament');
INSERT INTO "auth_permission" VALUES(254,64,'change_tournament','Can change tournament');
INSERT INTO "auth_permission" VALUES(255,64,'delete_tournament','Can delete tournament');
INSERT INTO "auth_permission" VALUES(256,64,'view_tournament','Can view tournament');
INSERT INTO "auth_permission" VALUES(257,65,'add_recap','Can add recap');
INSERT INTO "auth_permission" VALUES(258,65,'change_recap','Can change recap');
INSERT INTO "auth_permission" VALUES(259,65,'delete_recap','Can delete recap');
INSERT INTO "auth_permission" VALUES(260,65,'view_recap','Can view recap');
INSERT INTO "auth_permission" VALUES(261,66,'add_answer','Can add answer');
INSERT INTO "auth_permission" VALUES(262,66,'change_answer','Can change answer');
INSERT INTO "auth_permission" VALUES(263,66,'delete_answer','Can delete answer');
INSERT INTO "auth_permission" VALUES(264,66,'view_answer','Can view answer');
INSERT INTO "auth_permission" VALUES(265,67,'add_recipient','Can add recipient');
INSERT INTO "auth_permission" VALUES(266,67,'change_recipient','Can change recipient');
INSERT INTO "auth_permission" VALUES(267,67,'delete_recipient','Can delete recipient');
INSERT INTO "auth_permission" VALUES(268,67,'view_recipient','Can view recipient');
CREATE TABLE "bookings_booking" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "kind" varchar(9) NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "returning" integer unsigned NOT NULL CHECK ("returning" >= 0), "calendar_sequence" integer unsigned NOT NULL CHECK ("calendar_sequence" >= 0), "status" varchar(9) NOT NULL, "held_until" datetime NULL, "ended_at" datetime NULL, "created_at" datetime NOT NULL, "occurrence_id" bigint NOT NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "waiting_entry_id" bigint NULL REFERENCES "bookings_entry" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "booking_has_a_seat" CHECK ("seats" >= 1), CONSTRAINT "booking_returns_its_own_seats" CHECK ("returning" <= ("seats")), CONSTRAINT "a_confirmed_booking_is_not_on_hold" CHECK ((NOT ("status" = 'confirmed') OR "held_until" IS NULL)), CONSTRAINT "an_offer_is_a_hold_for_an_entry" CHECK ((NOT ("kind" = 'offer') OR ("held_until" IS NOT NULL AND "status" = 'pending' AND "waiting_entry_id" IS NOT NULL) OR ("status" = 'cancelled' AND "waiting_entry_id" IS NOT NULL))));
INSERT INTO "bookings_booking" VALUES(1,'6b09dd19bd4e198ed71c03b2','order',2,0,0,'confirmed',NULL,NULL,'2026-11-27 19:42:17.739262',1,1,NULL);
CREATE TABLE "bookings_departure" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "occurrence_id" bigint NOT NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "bookings_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "seats" smallint unsigned NOT NULL CHECK ("seats" >= 0), "at_least" smallint unsigned NOT NULL CHECK ("at_least" >= 0), "status" varchar(8) NOT NULL, "offered_until" datetime NULL, "created_at" datetime NOT NULL, "occurrence_id" bigint NOT NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "entry_waits_for_some_seats" CHECK ("seats" BETWEEN 1 AND 10), CONSTRAINT "entry_asks_for_no_more_than_its_seats" CHECK (("at_least" >= 1 AND "at_least" <= ("seats"))), CONSTRAINT "an_offer_has_an_end" CHECK ((NOT ("status" = 'offered') OR "offered_until" IS NOT NULL)));
CREATE TABLE "bookings_pass" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "code" varchar(19) NOT NULL, "h" varchar(16) NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "label" varchar(40) NOT NULL, "ended_at" datetime NULL, "ended_because" varchar(8) NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "seat_link_id" bigint NULL REFERENCES "bookings_seatlink" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "pass_code_is_unique" UNIQUE ("code"), CONSTRAINT "pass_hash_is_unique" UNIQUE ("h"), CONSTRAINT "pass_has_a_seat" CHECK ("seats" >= 1), CONSTRAINT "an_ended_pass_says_why" CHECK ((("ended_at" IS NULL AND "ended_because" = '') OR ("ended_at" IS NOT NULL AND "ended_because" IN ('replaced', 'returned')))));
INSERT INTO "bookings_pass" VALUES(1,'6b09dd19d22d0b8c97ee57eb','T1G03PPG1FV19NW211X','HT9m4WpagsUDybtP',2,'',NULL,'',1,NULL);
CREATE TABLE "bookings_seatchange" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "at" datetime NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "ticket_id" bigint NULL REFERENCES "bookings_pass" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "bookings_seatlink" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "state" varchar(7) NOT NULL, "generation" integer unsigned NOT NULL CHECK ("generation" >= 0), "first_name" varchar(40) NOT NULL, "email" varchar(254) NOT NULL, "reminders" bool NOT NULL, "calendar_sequence" integer unsigned NOT NULL CHECK ("calendar_sequence" >= 0), "claimed_at" datetime NULL, "created_at" datetime NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "only_a_claimed_seat_has_a_guest" CHECK (("state" = 'claimed' OR ("email" = '' AND "first_name" = ''))));
CREATE TABLE "charityshop_counter" ("key" varchar(64) NOT NULL PRIMARY KEY, "count" integer unsigned NOT NULL CHECK ("count" >= 0), "ends_at" datetime NOT NULL);
INSERT INTO "charityshop_counter" VALUES('ea7778e31a2e39926018c26d64b38a12e14d2edaf71f35b7f295bd58d7a11b79',0,'2026-11-27 20:00:00');
CREATE TABLE "charityshop_handledrequest" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "owner_id" bigint NOT NULL, "key" varchar(200) NOT NULL, "body_hash" varchar(64) NOT NULL, "result" varchar(400) NOT NULL, "created_at" datetime NOT NULL, CONSTRAINT "one_result_per_idempotency_key" UNIQUE ("owner_id", "key"));
CREATE TABLE "charityshop_outgoingmail" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "kind" varchar(40) NOT NULL, "to" varchar(254) NOT NULL, "about" varchar(24) NOT NULL, "owner_id" bigint NULL, "subject" varchar(250) NOT NULL, "text" text NOT NULL, "html" text NOT NULL, "attachments" text NOT NULL CHECK ((JSON_VALID("attachments") OR "attachments" IS NULL)), "unsubscribe_url" varchar(300) NOT NULL, "is_secret" bool NOT NULL, "created_at" datetime NOT NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "next_try_at" datetime NULL, "give_up_at" datetime NOT NULL, "sent_at" datetime NULL, "last_problem" varchar(500) NOT NULL);
INSERT INTO "charityshop_outgoingmail" VALUES(1,'6b09dd19d7c2bb9ccaa42a0a','order_paid','ana@example.com','6b09dd19bd796605af6392e8',1,'','','','[]','',0,'2026-11-27 19:42:17.842909',0,'2026-11-27 19:42:17.842909','2026-12-04 19:42:17.842909',NULL,'');
INSERT INTO "charityshop_outgoingmail" VALUES(2,'6b09dd19e4464f61b62d5ee5','order_refunded','ana@example.com','',1,'Your refund of $10.00 (C-7QH4E) – Cards for a Cause','Hello Ana,

We refunded $10.00 of your order to your original payment method, through PayPal. Your bank may take a few days to show it.

Reason: Night cancelled

You keep your seats.

Your order: http://localhost:8000/order/6b09dd19bd796605af6392e8

--
Cards for a Cause
http://localhost:8000
Order C-7QH4E
','<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Your refund of $10.00 (C-7QH4E) – Cards for a Cause</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #0F5C40; }
@media (max-width: 480px) {
  .around { padding: 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
  .in { padding-left: 16px !important; padding-right: 16px !important; }
  .wide { display: block !important; margin-right: 0 !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #101713 !important; }
  .card { background: #18211C !important; color: #F1F4EC !important; border-color: #2E3A33 !important; }
  .head { background: #0C2A1F !important; color: #F1F4EC !important; }
  .quiet { color: #B9C4BC !important; }
  .rule { border-color: #2E3A33 !important; }
  .note { background: #222C26 !important; }
  .card a { color: #8FD6B4; }
  .card a.button { background: #F6B73C !important; color: #1D2420 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#F7F8F3">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#F7F8F3">
<tr><td class="around" align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#FFFFFF;color:#1D2420;border:1px solid #D5D9D1;border-radius:14px;border-collapse:separate;overflow:hidden;font:17px/1.55 ''Atkinson Hyperlegible Next'',Verdana,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere">
<tr><td class="head in" style="padding:14px 24px;background:#12402F;color:#F7F8F3">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:12px;vertical-align:middle"><img src="cid:logo" width="40" height="40" alt="" style="display:block;border:0"></td>
<td style="vertical-align:middle;font:bold 20px/1.2 Georgia,serif">Cards for a Cause</td>
</tr></table>
</td></tr>
<tr><td class="in" style="padding:28px 24px 24px">
<h1 style="margin:0 0 16px;font:bold 26px/1.25 Georgia,serif">We refunded $10.00</h1>
<p style="margin:0 0 16px">Hello Ana,</p>

<p>We refunded $10.00 of your order to your original payment method, through PayPal. Your bank may take a few days to show it.</p>
<p>Reason: Night cancelled</p>
<p>You keep your seats.</p>
<p style="margin:24px 0"><a class="button wide" href="http://localhost:8000/order/6b09dd19bd796605af6392e8" target="_blank" style="display:inline-block;padding:13px 22px;background:#F2A71B;color:#1D2420;border-radius:10px;font-weight:600;text-decoration:none">Open your order</a></p>


</td></tr>
<tr><td class="quiet rule in" style="padding:16px 24px 20px;border-top:1px solid #D5D9D1;color:#4C5650;font-size:15px">Cards for a Cause · <a href="http://localhost:8000" target="_blank">http://localhost:8000</a><br>Order C-7QH4E
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
','[]','',0,'2026-11-27 19:42:17.900913',0,'2026-11-27 19:42:17.900913','2026-12-04 19:42:17.900913',NULL,'');
CREATE TABLE "charityshop_outgoingpost" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(40) NOT NULL, "about" varchar(60) NOT NULL, "text" text NOT NULL, "created_at" datetime NOT NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "next_try_at" datetime NULL, "give_up_at" datetime NOT NULL, "sent_at" datetime NULL, "last_problem" varchar(500) NOT NULL);
CREATE TABLE "charityshop_retry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "job" varchar(40) NOT NULL, "row" varchar(100) NOT NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "failures" integer unsigned NOT NULL CHECK ("failures" >= 0), "next_attempt_at" datetime NOT NULL, "last_error" varchar(500) NOT NULL, "since" datetime NOT NULL, CONSTRAINT "one_retry_per_row" UNIQUE ("job", "row"));
CREATE TABLE "charityshop_shopsettings" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL, "description" varchar(300) NOT NULL, "contact_email" varchar(254) NOT NULL, "postal_address" varchar(200) NOT NULL, "maker_credit" varchar(120) NOT NULL, "logo" varchar(100) NOT NULL, "logo_width" smallint unsigned NOT NULL CHECK ("logo_width" >= 0), "logo_height" smallint unsigned NOT NULL CHECK ("logo_height" >= 0), "shared_picture" varchar(100) NOT NULL, "felt" varchar(7) NOT NULL, "amber" varchar(7) NOT NULL, "link" varchar(7) NOT NULL, "felt_dark" varchar(7) NOT NULL, "amber_dark" varchar(7) NOT NULL, "link_dark" varchar(7) NOT NULL, "welcome" varchar(400) NOT NULL, "invitation_title" varchar(60) NOT NULL, "invitation" varchar(300) NOT NULL, "about" text NOT NULL, "about_1_title" varchar(80) NOT NULL, "about_1" text NOT NULL, "about_2_title" varchar(80) NOT NULL, "about_2" text NOT NULL, "about_3_title" varchar(80) NOT NULL, "about_3" text NOT NULL, "accessibility" text NOT NULL, "charity" varchar(60) NOT NULL, "receipts" bool NOT NULL, "is_501c3" bool NOT NULL, "legal_name" varchar(120) NOT NULL, "ein" varchar(10) NOT NULL, "no_receipt_text" varchar(400) NOT NULL, "disclosure_text" varchar(400) NOT NULL, "gift_alone_text" varchar(400) NOT NULL, "discord_address" text NOT NULL, "discord_problem" varchar(200) NOT NULL, CONSTRAINT "shop_settings_are_one_row" CHECK ("id" = 1), CONSTRAINT "receipts_name_the_organization" CHECK ((NOT "receipts" OR ("is_501c3" AND NOT ("legal_name" = '') AND NOT ("ein" = '')))));
CREATE TABLE "discounts_membership" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" varchar(32) NOT NULL, "email" varchar(254) NOT NULL, "valid_from" date NOT NULL, "valid_until" date NOT NULL, "created_at" datetime NOT NULL, "user_id" bigint NULL UNIQUE REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_membership_per_number" UNIQUE ("number"), CONSTRAINT "membership_ends_after_its_start" CHECK ("valid_until" >= ("valid_from")));
CREATE TABLE "discounts_voucher" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "code" varchar(32) NOT NULL, "kind" varchar(10) NOT NULL, "value" decimal NOT NULL, "max_uses" integer unsigned NULL CHECK ("max_uses" >= 0), "per_person" integer unsigned NULL CHECK ("per_person" >= 0), "valid_from" date NULL, "valid_until" date NULL, "formats" text NOT NULL CHECK ((JSON_VALID("formats") OR "formats" IS NULL)), "dates_from" date NULL, "dates_to" date NULL, "off" bool NOT NULL, "created_at" datetime NOT NULL, CONSTRAINT "one_voucher_per_code" UNIQUE ("code"), CONSTRAINT "voucher_code_is_in_upper_case" CHECK ("code" = (UPPER("code"))), CONSTRAINT "voucher_value_fits_its_kind" CHECK ((("kind" = 'percent' AND "value" BETWEEN '1' AND '100') OR ("kind" = 'amount' AND "value" > '0') OR ("kind" = 'price' AND "value" >= '0') OR ("kind" = 'free_seats' AND "value" >= '1'))), CONSTRAINT "voucher_can_be_used_once_or_more" CHECK (("max_uses" IS NULL OR "max_uses" >= 1)), CONSTRAINT "voucher_can_be_used_by_a_person" CHECK (("per_person" IS NULL OR "per_person" >= 1)), CONSTRAINT "voucher_ends_after_its_start" CHECK (("valid_from" IS NULL OR "valid_until" IS NULL OR "valid_until" >= ("valid_from"))), CONSTRAINT "voucher_is_for_some_dates" CHECK (("dates_from" IS NULL OR "dates_to" IS NULL OR "dates_to" >= ("dates_from"))));
CREATE TABLE "discounts_voucher_events" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "voucher_id" bigint NOT NULL REFERENCES "discounts_voucher" ("id") DEFERRABLE INITIALLY DEFERRED, "event_id" bigint NOT NULL REFERENCES "events_event" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL, "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0), "change_message" text NOT NULL, "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "action_time" datetime NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
INSERT INTO "django_content_type" VALUES(1,'admin','logentry');
INSERT INTO "django_content_type" VALUES(2,'auth','permission');
INSERT INTO "django_content_type" VALUES(3,'auth','group');
INSERT INTO "django_content_type" VALUES(4,'contenttypes','contenttype');
INSERT INTO "django_content_type" VALUES(5,'sessions','session');
INSERT INTO "django_content_type" VALUES(6,'auditlog','logentry');
INSERT INTO "django_content_type" VALUES(7,'charityshop','counter');
INSERT INTO "django_content_type" VALUES(8,'charityshop','handledrequest');
INSERT INTO "django_content_type" VALUES(9,'charityshop','outgoingmail');
INSERT INTO "django_content_type" VALUES(10,'charityshop','retry');
INSERT INTO "django_content_type" VALUES(11,'charityshop','shopsettings');
INSERT INTO "django_content_type" VALUES(12,'charityshop','outgoingpost');
INSERT INTO "django_content_type" VALUES(13,'accounts','user');
INSERT INTO "django_content_type" VALUES(14,'accounts','secondfactor');
INSERT INTO "django_content_type" VALUES(15,'accounts','recoverycode');
INSERT INTO "django_content_type" VALUES(16,'accounts','session');
INSERT INTO "django_content_type" VALUES(17,'accounts','signincode');
INSERT INTO "django_content_type" VALUES(18,'accounts','signinplace');
INSERT INTO "django_content_type" VALUES(19,'events','event');
INSERT INTO "django_content_type" VALUES(20,'events','occurrence');
INSERT INTO "django_content_type" VALUES(21,'bookings','entry');
INSERT INTO "django_content_type" VALUES(22,'bookings','booking');
INSERT INTO "django_content_type" VALUES(23,'bookings','departure');
INSERT INTO "django_content_type" VALUES(24,'bookings','pass');
INSERT INTO "django_content_type" VALUES(25,'bookings','seatchange');
INSERT INTO "django_content_type" VALUES(26,'bookings','seatlink');
INSERT INTO "django_content_type" VALUES(27,'discounts','membership');
INSERT INTO "django_content_type" VALUES(28,'discounts','voucher');
INSERT INTO "django_content_type" VALUES(29,'orders','booksclosed');
INSERT INTO "django_content_type" VALUES(30,'orders','datechange');
INSERT INTO "django_content_type" VALUES(31,'orders','message');
INSERT INTO "django_content_type" VALUES(32,'orders','messagerecipient');
INSERT INTO "django_content_type" VALUES(33,'orders','order');
INSERT INTO "django_content_type" VALUES(34,'orders','cashpayment');
INSERT INTO "django_content_type" VALUES(35,'orders','orderline');
INSERT INTO "django_content_type" VALUES(36,'orders','applieddiscount');
INSERT INTO "django_content_type" VALUES(37,'orders','payment');
INSERT INTO "django_content_type" VALUES(38,'orders','paymentalert');
INSERT INTO "django_content_type" VALUES(39,'orders','placedrequest');
INSERT INTO "django_content_type" VALUES(40,'orders','refund');
INSERT INTO "django_content_type" VALUES(41,'orders','entitlement');
INSERT INTO "django_content_type" VALUES(42,'orders','change');
INSERT INTO "django_content_type" VALUES(43,'orders','refundpart');
INSERT INTO "django_content_type" VALUES(44,'orders','reminder');
INSERT INTO "django_content_type" VALUES(45,'orders','settlementexplanation');
INSERT INTO "django_content_type" VALUES(46,'orders','unmatchedpayment');
INSERT INTO "django_content_type" VALUES(47,'orders','webhookevent');
INSERT INTO "django_content_type" VALUES(48,'giving','goal');
INSERT INTO "django_content_type" VALUES(49,'ledger','month');
INSERT INTO "django_content_type" VALUES(50,'ledger','entry');
INSERT INTO "django_content_type" VALUES(51,'door','device');
INSERT INTO "django_content_type" VALUES(52,'door','link');
INSERT INTO "django_content_type" VALUES(53,'door','entry');
INSERT INTO "django_content_type" VALUES(54,'door','entrytext');
INSERT INTO "django_content_type" VALUES(55,'door','night');
INSERT INTO "django_content_type" VALUES(56,'door','move');
INSERT INTO "django_content_type" VALUES(57,'door','drawer');
INSERT INTO "django_content_type" VALUES(58,'door','signin');
INSERT INTO "django_content_type" VALUES(59,'door','unusableentry');
INSERT INTO "django_content_type" VALUES(60,'door','allotment');
INSERT INTO "django_content_type" VALUES(61,'door','count');
INSERT INTO "django_content_type" VALUES(62,'tables','player');
INSERT INTO "django_content_type" VALUES(63,'tables','report');
INSERT INTO "django_content_type" VALUES(64,'tables','tournament');
INSERT INTO "django_content_type" VALUES(65,'recaps','recap');
INSERT INTO "django_content_type" VALUES(66,'recaps','answer');
INSERT INTO "django_content_type" VALUES(67,'recaps','recipient');
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
INSERT INTO "django_migrations" VALUES(1,'charityshop','0001_initial','2026-11-27 19:42:14.587906');
INSERT INTO "django_migrations" VALUES(2,'contenttypes','0001_initial','2026-11-27 19:42:14.589842');
INSERT INTO "django_migrations" VALUES(3,'contenttypes','0002_remove_content_type_name','2026-11-27 19:42:14.596501');
INSERT INTO "django_migrations" VALUES(4,'auth','0001_initial','2026-11-27 19:42:14.602641');
INSERT INTO "django_migrations" VALUES(5,'auth','0002_alter_permission_name_max_length','2026-11-27 19:42:14.606231');
INSERT INTO "django_migrations" VALUES(6,'auth','0003_alter_user_email_max_length','2026-11-27 19:42:14.610303');
INSERT INTO "django_migrations" VALUES(7,'auth','0004_alter_user_username_opts','2026-11-27 19:42:14.614183');
INSERT INTO "django_migrations" VALUES(8,'auth','0005_alter_user_last_login_null','2026-11-27 19:42:14.617256');
INSERT INTO "django_migrations" VALUES(9,'auth','0006_require_contenttypes_0002','2026-11-27 19:42:14.618237');
INSERT INTO "django_migrations" VALUES(10,'auth','0007_alter_validators_add_error_messages','2026-11-27 19:42:14.620969');
INSERT INTO "django_migrations" VALUES(11,'auth','0008_alter_user_username_max_length','2026-11-27 19:42:14.625702');
INSERT INTO "django_migrations" VALUES(12,'auth','0009_alter_user_last_name_max_length','2026-11-27 19:42:14.628589');
INSERT INTO "django_migrations" VALUES(13,'auth','0010_alter_group_name_max_length','2026-11-27 19:42:14.632445');
INSERT INTO "django_migrations" VALUES(14,'auth','0011_update_proxy_permissions','2026-11-27 19:42:14.637768');
INSERT INTO "django_migrations" VALUES(15,'auth','0012_alter_user_first_name_max_length','2026-11-27 19:42:14.640773');
INSERT INTO "django_migrations" VALUES(16,'accounts','0001_initial','2026-11-27 19:42:14.662311');
INSERT INTO "django_migrations" VALUES(17,'admin','0001_initial','2026-11-27 19:42:14.755780');
INSERT INTO "django_migrations" VALUES(18,'admin','0002_logentry_remove_auto_add','2026-11-27 19:42:14.763263');
INSERT INTO "django_migrations" VALUES(19,'admin','0003_logentry_add_action_flag_choices','2026-11-27 19:42:14.768899');
INSERT INTO "django_migrations" VALUES(20,'auditlog','0001_initial','2026-11-27 19:42:14.777318');
INSERT INTO "django_migrations" VALUES(21,'auditlog','0002_auto_support_long_primary_keys','2026-11-27 19:42:14.790960');
INSERT INTO "django_migrations" VALUES(22,'auditlog','0003_logentry_remote_addr','2026-11-27 19:42:14.799391');
INSERT INTO "django_migrations" VALUES(23,'auditlog','0004_logentry_detailed_object_repr','2026-11-27 19:42:14.805248');
INSERT INTO "django_migrations" VALUES(24,'auditlog','0005_logentry_additional_data_verbose_name','2026-11-27 19:42:14.810629');
INSERT INTO "django_migrations" VALUES(25,'auditlog','0006_object_pk_index','2026-11-27 19:42:14.828513');
INSERT INTO "django_migrations" VALUES(26,'auditlog','0007_object_pk_type','2026-11-27 19:42:14.843219');
INSERT INTO "django_migrations" VALUES(27,'auditlog','0008_action_index','2026-11-27 19:42:14.875572');
INSERT INTO "django_migrations" VALUES(28,'auditlog','0009_alter_logentry_additional_data','2026-11-27 19:42:14.896456');
INSERT INTO "django_migrations" VALUES(29,'auditlog','0010_alter_logentry_timestamp','2026-11-27 19:42:14.921975');
INSERT INTO "django_migrations" VALUES(30,'auditlog','0011_logentry_serialized_data','2026-11-27 19:42:14.935272');
INSERT INTO "django_migrations" VALUES(31,'auditlog','0012_add_logentry_action_access','2026-11-27 19:42:14.945771');
INSERT INTO "django_migrations" VALUES(32,'auditlog','0013_alter_logentry_timestamp','2026-11-27 19:42:14.973457');
INSERT INTO "django_migrations" VALUES(33,'auditlog','0014_logentry_cid','2026-11-27 19:42:14.993336');
INSERT INTO "django_migrations" VALUES(34,'auditlog','0015_alter_logentry_changes','2026-11-27 19:42:15.026500');
INSERT INTO "django_migrations" VALUES(35,'auditlog','0016_logentry_remote_port','2026-11-27 19:42:15.034419');
INSERT INTO "django_migrations" VALUES(36,'auditlog','0017_add_actor_email','2026-11-27 19:42:15.053248');
INSERT INTO "django_migrations" VALUES(37,'events','0001_initial','2026-11-27 19:42:15.077071');
INSERT INTO "django_migrations" VALUES(38,'bookings','0001_initial','2026-11-27 19:42:15.249279');
INSERT INTO "django_migrations" VALUES(39,'discounts','0001_initial','2026-11-27 19:42:15.300046');
INSERT INTO "django_migrations" VALUES(40,'orders','0001_initial','2026-11-27 19:42:16.591954');
INSERT INTO "django_migrations" VALUES(41,'door','0001_initial','2026-11-27 19:42:17.003342');
INSERT INTO "django_migrations" VALUES(42,'giving','0001_initial','2026-11-27 19:42:17.030001');
INSERT INTO "django_migrations" VALUES(43,'ledger','0001_initial','2026-11-27 19:42:17.079808');
INSERT INTO "django_migrations" VALUES(44,'recaps','0001_initial','2026-11-27 19:42:17.152054');
INSERT INTO "django_migrations" VALUES(45,'sessions','0001_initial','2026-11-27 19:42:17.154839');
INSERT INTO "django_migrations" VALUES(46,'tables','0001_initial','2026-11-27 19:42:17.411332');
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
CREATE TABLE "door_allotment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "ended_at" datetime NULL, "booking_id" bigint NOT NULL UNIQUE REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "device_id" bigint NOT NULL REFERENCES "door_device" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "door_count" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "total" decimal NOT NULL, "alone" bool NOT NULL, "created_at" datetime NOT NULL, "drawer_id" bigint NOT NULL REFERENCES "door_drawer" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "count_not_negative" CHECK ("total" >= '0'));
CREATE TABLE "door_device" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "uuid" char(32) NOT NULL, "name" varchar(40) NOT NULL, "token_hash" varchar(64) NULL UNIQUE, "secret_hash" varchar(64) NOT NULL, "queued" integer unsigned NOT NULL CHECK ("queued" >= 0), "link_id" bigint NULL REFERENCES "door_link" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_device_per_night" UNIQUE ("night_id", "uuid"));
INSERT INTO "door_device" VALUES(1,'6b09dd19ef1e734910d29c91','38779a7d69ca4111b6257d21f54feb46','Ana','c9bcf4160c58a0470afa1d8512b820cd9cbc75100c59dce64320b61f132278ce','f97590ffed9ca2eae5d7356bc3f4c156debf43a4e69ed0b3d49157dc96b6a7c2',0,1,1);
CREATE TABLE "door_drawer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "float" decimal NOT NULL, "expected" decimal NULL, "counted" decimal NULL, "reason" varchar(200) NOT NULL, "opened_at" datetime NOT NULL, "closed_at" datetime NULL, "night_id" bigint NOT NULL UNIQUE REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "drawer_float_not_negative" CHECK ("float" >= '0'), CONSTRAINT "a_closed_drawer_is_counted" CHECK ((("closed_at" IS NULL AND "counted" IS NULL AND "expected" IS NULL) OR ("closed_at" IS NOT NULL AND "counted" IS NOT NULL AND "expected" IS NOT NULL))), CONSTRAINT "a_difference_has_a_reason" CHECK (("closed_at" IS NULL OR "expected" = ("counted") OR NOT ("reason" = ''))));
CREATE TABLE "door_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seq" bigint NOT NULL, "at" datetime NOT NULL, "offset_ms" bigint NOT NULL, "received_at" datetime NOT NULL, "kind" varchar(8) NOT NULL, "h" varchar(16) NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "body" text NOT NULL CHECK ((JSON_VALID("body") OR "body" IS NULL)), "device_id" bigint NOT NULL REFERENCES "door_device" ("id") DEFERRABLE INITIALLY DEFERRED, "ticket_id" bigint NULL REFERENCES "bookings_pass" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_entry_per_seq" UNIQUE ("device_id", "seq"), CONSTRAINT "entry_seq_from_one" CHECK ("seq" >= 1));
INSERT INTO "door_entry" VALUES(1,1,'2026-11-27 19:42:17.936000',4,'2026-11-27 19:42:17.940511','in','HT9m4WpagsUDybtP',2,'{"at": "2026-11-27T19:42:17.936Z", "how": "scan", "forced": false}',1,1);
CREATE TABLE "door_entrytext" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "note" varchar(200) NOT NULL, "entry_id" bigint NOT NULL UNIQUE REFERENCES "door_entry" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "door_entrytext" VALUES(1,'Ana','',1);
CREATE TABLE "door_link" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "role" varchar(6) NOT NULL, "key_hash" varchar(64) NOT NULL, "pin_hmac" varchar(64) NOT NULL, "revoked_at" datetime NULL, "created_at" datetime NOT NULL, "night_id" bigint NOT NULL REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "link_key_is_unique" UNIQUE ("key_hash"));
INSERT INTO "door_link" VALUES(1,'6b09dd19ed62e18d8c8ca56b','door','e5c259ad825fde308135ef54311e6ce03657a028c4b0fcd697b62f53f4aba25a','3127d368a8549b1bb2f19ee72181c787af860bdb175843d90002bc3485995826',NULL,'2026-11-27 19:42:17.927311',1);
CREATE TABLE "door_move" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(6) NOT NULL, "amount" decimal NOT NULL, "reason" varchar(200) NOT NULL, "is_late" bool NOT NULL, "created_at" datetime NOT NULL, "entry_id" bigint NULL REFERENCES "door_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "order_id" bigint NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, "refund_id" bigint NULL UNIQUE REFERENCES "orders_refund" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_move_per_entry" UNIQUE ("entry_id"), CONSTRAINT "a_move_is_a_sale_a_refund_or_neither" CHECK ((("amount" > '0' AND "kind" = 'sale' AND "order_id" IS NOT NULL AND "refund_id" IS NULL) OR ("amount" > '0' AND "kind" = 'over' AND "order_id" IS NULL AND "refund_id" IS NULL) OR ("amount" <= '0' AND "kind" = 'refund' AND "order_id" IS NOT NULL AND "refund_id" IS NOT NULL) OR ("kind" = 'other' AND "order_id" IS NULL AND "refund_id" IS NULL))));
CREATE TABLE "door_night" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "closed_at" datetime NULL, "created_at" datetime NOT NULL, "closed_by_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "occurrence_id" bigint NOT NULL UNIQUE REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_closed_night_says_who" CHECK ((("closed_at" IS NULL AND "closed_by_id" IS NULL) OR ("closed_at" IS NOT NULL AND "closed_by_id" IS NOT NULL))));
INSERT INTO "door_night" VALUES(1,'6b09dd19ea3f781a02beb7ac',NULL,'2026-11-27 19:42:17.915057',NULL,1);
CREATE TABLE "door_signin" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "device_id" bigint NOT NULL REFERENCES "door_device" ("id") DEFERRABLE INITIALLY DEFERRED, "link_id" bigint NOT NULL REFERENCES "door_link" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "door_signin" VALUES(1,'2026-11-27 19:42:17.934373',1,1);
CREATE TABLE "door_unusableentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "digest" varchar(64) NOT NULL, "code" varchar(13) NOT NULL, "amount" decimal NULL, "sent" text NOT NULL, "name" varchar(40) NOT NULL, "received_at" datetime NOT NULL, "device_id" bigint NOT NULL REFERENCES "door_device" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "events_event" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "changed_at" datetime NOT NULL, "revision" integer unsigned NOT NULL CHECK ("revision" >= 0), "public_id" varchar(24) NOT NULL UNIQUE, "status" varchar(9) NOT NULL, "name" varchar(200) NOT NULL, "description" text NOT NULL, "image" varchar(200) NOT NULL, "category" varchar(100) NOT NULL, "card_set" varchar(100) NOT NULL, "format" varchar(100) NOT NULL, "brand" varchar(100) NOT NULL, "kind" varchar(40) NOT NULL, "price" decimal NOT NULL, "event_location" varchar(300) NOT NULL, "maximum_event_capacity" integer unsigned NOT NULL CHECK ("maximum_event_capacity" >= 0), "starts_at" datetime NOT NULL, "ends_at" datetime NOT NULL, "is_recurring" bool NOT NULL, "repeat_interval" varchar(7) NOT NULL, "repeat_weekday" smallint unsigned NULL CHECK ("repeat_weekday" >= 0), "repeat_weeks" text NOT NULL CHECK ((JSON_VALID("repeat_weeks") OR "repeat_weeks" IS NULL)), "repeat_until" datetime NULL, "refund_policy" varchar(9) NOT NULL, "refund_until_hours" smallint unsigned NOT NULL CHECK ("refund_until_hours" >= 0), "refund_fee_per_seat" decimal NOT NULL, "fair_value" decimal NULL, "member_price" decimal NULL, "member_seats" smallint unsigned NOT NULL CHECK ("member_seats" >= 0), "step_free" bool NOT NULL, "accessible_toilet" bool NOT NULL, "quiet_corner" bool NOT NULL, "parking" bool NOT NULL, "access_note" varchar(300) NOT NULL, "created_at" datetime NOT NULL, CONSTRAINT "event_price_not_negative" CHECK ("price" >= '0'), CONSTRAINT "event_refund_fee_not_negative" CHECK ("refund_fee_per_seat" >= '0'), CONSTRAINT "event_member_price_not_negative" CHECK (("member_price" IS NULL OR "member_price" >= '0')), CONSTRAINT "event_has_a_member_seat" CHECK ("member_seats" >= 1), CONSTRAINT "event_ends_after_start" CHECK ("ends_at" >= ("starts_at")), CONSTRAINT "a_series_has_an_interval" CHECK ((NOT "is_recurring" OR NOT ("repeat_interval" = ''))), CONSTRAINT "event_weekday_is_a_day" CHECK (("repeat_weekday" IS NULL OR "repeat_weekday" <= 6)));
INSERT INTO "events_event" VALUES(1,'2026-11-27 19:42:17.505293',0,'6b09dd19815771964c0c09b4','published','Card Night 0','Bring a deck.','','Draft','Tides of Emberfall','','','event',10,'Copper Kettle Brewing, 12 Dock St',24,'2026-12-04 19:42:00','2026-12-04 22:42:00',0,'',NULL,'[]',NULL,'full',24,0,NULL,NULL,1,0,0,0,0,'','2026-11-27 19:42:17.505287');
CREATE TABLE "events_occurrence" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "changed_at" datetime NOT NULL, "revision" integer unsigned NOT NULL CHECK ("revision" >= 0), "starts_at" datetime NOT NULL, "ends_at" datetime NOT NULL, "status" varchar(9) NOT NULL, "cancel_reason" varchar(500) NOT NULL, "moved_from" datetime NULL, "is_placeholder" bool NOT NULL, "event_id" bigint NOT NULL REFERENCES "events_event" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_occurrence_per_start" UNIQUE ("event_id", "starts_at"), CONSTRAINT "occurrence_ends_after_start" CHECK ("ends_at" >= ("starts_at")));
INSERT INTO "events_occurrence" VALUES(1,'2026-11-27 19:42:17.506252',0,'2026-11-27 20:42:00','2026-11-27 22:42:00','scheduled','',NULL,0,1);
CREATE TABLE "giving_goal" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "title" varchar(120) NOT NULL, "starts_on" date NULL, "ends_on" date NULL, "target" decimal NULL, "unit_name" varchar(80) NOT NULL, "unit_cost" decimal NULL, "source" varchar(200) NOT NULL, "created_at" datetime NOT NULL, "event_id" bigint NULL REFERENCES "events_event" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "goal_is_for_an_event_or_a_season" CHECK ((("ends_on" IS NULL AND "event_id" IS NOT NULL AND "starts_on" IS NULL) OR ("ends_on" IS NOT NULL AND "event_id" IS NULL AND "starts_on" IS NOT NULL))), CONSTRAINT "goal_season_ends_after_start" CHECK ("ends_on" >= ("starts_on")), CONSTRAINT "goal_target_is_positive" CHECK ("target" > '0'), CONSTRAINT "goal_unit_has_a_name_and_a_cost" CHECK ((("unit_cost" IS NULL AND "unit_name" = '') OR (NOT ("unit_name" = '') AND "unit_cost" > '0' AND "unit_cost" IS NOT NULL))));
CREATE TABLE "ledger_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "date" date NOT NULL, "kind" varchar(11) NOT NULL, "amount" decimal NOT NULL, "text" varchar(200) NOT NULL, "receipt" varchar(100) NOT NULL, "derived" bool NOT NULL, "created_at" datetime NOT NULL, "by_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "corrects_id" bigint NULL REFERENCES "ledger_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "month_id" bigint NOT NULL REFERENCES "ledger_month" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "entry_has_an_amount" CHECK (NOT ("amount" = '0')), CONSTRAINT "an_entered_entry_says_who" CHECK ((("by_id" IS NULL AND "corrects_id" IS NULL AND "derived" AND "receipt" = '') OR ("by_id" IS NOT NULL AND NOT "derived"))), CONSTRAINT "entry_kind_fits_its_source" CHECK (((NOT "derived" AND "kind" IN ('cost', 'paid_out', 'transfer', 'other')) OR ("derived" AND "kind" IN ('tickets', 'gifts', 'shipping', 'return_fees', 'refunds', 'fees', 'sales_tax')))));
INSERT INTO "ledger_entry" VALUES(1,'6b09dd19f3d521c1e9aeba1d','2026-11-01','cost',9.5,'Ice','',0,'2026-11-27 19:42:17.952531',2,NULL,1);
INSERT INTO "ledger_entry" VALUES(2,'6b09dd1a071f698a1c333ce1','2026-11-27','tickets',20,'Tickets, without sales tax','',1,'2026-11-27 19:42:18.027883',NULL,NULL,1);
INSERT INTO "ledger_entry" VALUES(3,'6b09dd1a07350163113b179c','2026-11-27','refunds',8.7,'Refunds, without sales tax','',1,'2026-11-27 19:42:18.028169',NULL,NULL,1);
INSERT INTO "ledger_entry" VALUES(4,'6b09dd1a073e13aff5cfa19a','2026-11-27','fees',1.29,'PayPal''s fees','',1,'2026-11-27 19:42:18.028303',NULL,NULL,1);
INSERT INTO "ledger_entry" VALUES(5,'6b09dd1a0745bac767e348d7','2026-11-27','sales_tax',1.7,'Sales tax set aside','',1,'2026-11-27 19:42:18.028419',NULL,NULL,1);
CREATE TABLE "ledger_month" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "first_day" date NOT NULL UNIQUE, "closed_at" datetime NULL, "digest" varchar(64) NOT NULL, "journal" text NOT NULL, "closed_by_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_closed_month_says_who" CHECK ((("closed_at" IS NULL AND "closed_by_id" IS NULL AND "digest" = '' AND "journal" = '') OR ("closed_at" IS NOT NULL AND "closed_by_id" IS NOT NULL AND NOT ("digest" = '') AND NOT ("journal" = '')))));
INSERT INTO "ledger_month" VALUES(1,'2026-11-01','2027-01-06 19:42:17.957651','c0f4dae6dc3a8488fc857c10cb142b1201fd2c6c388dc7432a344d29550f5d95','[["2026-11-0001", "11/01/2026", "Expenses:Costs", "Ice", "9.50", ""], ["2026-11-0001", "11/01/2026", "Assets:Bank", "Ice", "", "9.50"], ["2026-11-0002", "11/27/2026", "Assets:PayPal", "Order 6b09dd19bd796605af6392e8", "21.71", ""], ["2026-11-0002", "11/27/2026", "Expenses:PayPal-Fees", "Order 6b09dd19bd796605af6392e8", "1.29", ""], ["2026-11-0002", "11/27/2026", "Income:Tickets", "Order 6b09dd19bd796605af6392e8", "", "20.00"], ["2026-11-0002", "11/27/2026", "Liabilities:Sales-Tax", "Order 6b09dd19bd796605af6392e8", "", "3.00"], ["2026-11-0003", "11/27/2026", "Assets:PayPal", "Refund of order 6b09dd19bd796605af6392e8", "", "10.00"], ["2026-11-0003", "11/27/2026", "Income:Tickets", "Refund of order 6b09dd19bd796605af6392e8", "8.70", ""], ["2026-11-0003", "11/27/2026", "Liabilities:Sales-Tax", "Refund of order 6b09dd19bd796605af6392e8", "1.30", ""]]',2);
CREATE TABLE "orders_applieddiscount" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(7) NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "amount" decimal NOT NULL, "membership_id" bigint NULL REFERENCES "discounts_membership" ("id") DEFERRABLE INITIALLY DEFERRED, "voucher_id" bigint NULL REFERENCES "discounts_voucher" ("id") DEFERRABLE INITIALLY DEFERRED, "line_id" bigint NOT NULL REFERENCES "orders_orderline" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_discount_per_line_and_kind" UNIQUE ("line_id", "kind"), CONSTRAINT "a_discount_takes_something_off" CHECK (("amount" > '0' AND "seats" >= 1)), CONSTRAINT "a_discount_has_one_source" CHECK ((("kind" = 'member' AND "membership_id" IS NOT NULL AND "voucher_id" IS NULL) OR ("kind" = 'voucher' AND "membership_id" IS NULL AND "voucher_id" IS NOT NULL))));
CREATE TABLE "orders_booksclosed" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "through" date NULL, CONSTRAINT "books_closed_is_one_row" CHECK ("id" = 1));
INSERT INTO "orders_booksclosed" VALUES(1,'2026-11-30');
CREATE TABLE "orders_cashpayment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "amount" decimal NOT NULL, "given" decimal NOT NULL, "created_at" datetime NOT NULL, "booked_on" date NOT NULL, "order_id" bigint NOT NULL UNIQUE REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "cash_is_positive" CHECK ("amount" > '0'), CONSTRAINT "cash_given_covers_it" CHECK ("given" >= ("amount")));
CREATE TABLE "orders_change" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "kind" varchar(6) NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "amount" decimal NOT NULL, "refund_until" datetime NULL, "created_at" datetime NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "by_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "moved_from_id" bigint NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, "order_id" bigint NOT NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, "refund_id" bigint NULL UNIQUE REFERENCES "orders_refund" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "change_not_negative" CHECK (("amount" >= '0' AND "seats" >= 1)), CONSTRAINT "a_change_is_a_move_or_a_refund" CHECK ((("kind" = 'move' AND "moved_from_id" IS NOT NULL AND "refund_id" IS NULL) OR (NOT ("kind" = 'move') AND "moved_from_id" IS NULL AND "refund_id" IS NOT NULL))));
CREATE TABLE "orders_datechange" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "kind" varchar(6) NOT NULL, "starts_at" datetime NOT NULL, "ends_at" datetime NOT NULL, "to" datetime NULL, "reason" varchar(500) NOT NULL, "answer_until" datetime NULL, "status" varchar(7) NOT NULL, "created_at" datetime NOT NULL, "by_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "occurrence_id" bigint NOT NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_moved_date_has_a_start" CHECK ((("kind" = 'cancel' AND "to" IS NULL) OR ("kind" = 'move' AND "to" IS NOT NULL))));
CREATE TABLE "orders_datechange_by_hand" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "datechange_id" bigint NOT NULL REFERENCES "orders_datechange" ("id") DEFERRABLE INITIALLY DEFERRED, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "orders_entitlement" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "until" datetime NOT NULL, "outcome" varchar(9) NOT NULL, "told_at" datetime NULL, "needs_notice" bool NOT NULL, "settled_at" datetime NULL, "date_change_id" bigint NOT NULL REFERENCES "orders_datechange" ("id") DEFERRABLE INITIALLY DEFERRED, "line_id" bigint NOT NULL REFERENCES "orders_orderline" ("id") DEFERRABLE INITIALLY DEFERRED, "refund_id" bigint NULL REFERENCES "orders_refund" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_entitlement_per_line_and_change" UNIQUE ("date_change_id", "line_id"), CONSTRAINT "a_settled_entitlement_has_a_time" CHECK ((("outcome" = 'undecided' AND "settled_at" IS NULL) OR (NOT ("outcome" = 'undecided') AND NOT ("settled_at" IS NULL)))));
CREATE TABLE "orders_message" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "audiences" text NOT NULL CHECK ((JSON_VALID("audiences") OR "audiences" IS NULL)), "subject" varchar(150) NOT NULL, "body" text NOT NULL, "recipient_count" integer unsigned NOT NULL CHECK ("recipient_count" >= 0), "created_at" datetime NOT NULL, "by_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "occurrence_id" bigint NOT NULL REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "orders_messagerecipient" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "booking_id" bigint NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "bookings_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "message_id" bigint NOT NULL REFERENCES "orders_message" ("id") DEFERRABLE INITIALLY DEFERRED, "seat_link_id" bigint NULL REFERENCES "bookings_seatlink" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_recipient_is_a_buyer_a_guest_or_waiting" CHECK ((("booking_id" IS NOT NULL AND "entry_id" IS NULL AND "seat_link_id" IS NULL) OR ("booking_id" IS NULL AND "entry_id" IS NULL AND "seat_link_id" IS NOT NULL) OR ("booking_id" IS NULL AND "entry_id" IS NOT NULL AND "seat_link_id" IS NULL))));
CREATE TABLE "orders_order" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "number" varchar(7) NOT NULL, "status" varchar(15) NOT NULL, "goes_back_because" varchar(10) NOT NULL, "review_because" varchar(16) NOT NULL, "is_test" bool NOT NULL, "items_price" decimal NOT NULL, "shipping_price" decimal NOT NULL, "tax_price" decimal NOT NULL, "gift_price" decimal NOT NULL, "total_price" decimal NOT NULL, "tax_rate" decimal NOT NULL, "charity" varchar(200) NOT NULL, "receipt_text" varchar(400) NOT NULL, "receipt_by" varchar(150) NOT NULL, "accepted_price" decimal NULL, "shipping_address" text NOT NULL CHECK ((JSON_VALID("shipping_address") OR "shipping_address" IS NULL)), "billing_address" text NOT NULL CHECK ((JSON_VALID("billing_address") OR "billing_address" IS NULL)), "payment_method" varchar(40) NOT NULL, "created_at" datetime NOT NULL, "held_until" datetime NULL, "hold_extended" bool NOT NULL, "revivals" smallint unsigned NOT NULL CHECK ("revivals" >= 0), "paid_at" datetime NULL, "delivered_at" datetime NULL, "lines_digest" varchar(64) NOT NULL, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "order_total_is_its_parts" CHECK ("total_price" = (CAST(ROUND((CAST(((CAST(((CAST(("items_price" + "shipping_price") AS NUMERIC)) + "tax_price") AS NUMERIC)) + "gift_price") AS NUMERIC)), 2) AS NUMERIC))), CONSTRAINT "order_gift_not_negative" CHECK ("gift_price" >= '0'), CONSTRAINT "order_items_not_negative" CHECK ("items_price" >= '0'), CONSTRAINT "a_hold_has_an_end" CHECK ((NOT ("status" = 'held') OR "held_until" IS NOT NULL)), CONSTRAINT "paid_has_a_time" CHECK ((NOT ("status" = 'paid') OR "paid_at" IS NOT NULL)), CONSTRAINT "one_order_per_number" UNIQUE ("number"));
INSERT INTO "orders_order" VALUES(1,'6b09dd19bd796605af6392e8','C-7QH4E','partly_refunded','','',0,20,0,3,0,23,0.15,'','','',NULL,'{"fName": "Ana", "lName": "Diaz"}','{}','Paypal','2026-11-27 19:42:17.740179',NULL,1,0,'2026-11-27 19:42:17.821962',NULL,'e09c05ebe7ed04db04f11dbf5faf99ea6f9f1610ac9994d66205a798dfd2c6d0',1);
CREATE TABLE "orders_orderline" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "product" varchar(24) NOT NULL, "name" varchar(200) NOT NULL, "image" varchar(200) NOT NULL, "description" text NOT NULL, "event_location" varchar(300) NOT NULL, "starts_at" datetime NOT NULL, "ends_at" datetime NOT NULL, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "price" decimal NOT NULL, "line_price" decimal NOT NULL, "refund_policy" varchar(9) NOT NULL, "refund_until_hours" smallint unsigned NOT NULL CHECK ("refund_until_hours" >= 0), "refund_fee_per_seat" decimal NOT NULL, "fair_value" decimal NULL, "booking_id" bigint NOT NULL UNIQUE REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "order_id" bigint NOT NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "line_has_a_seat" CHECK ("seats" >= 1), CONSTRAINT "line_refund_fee_not_negative" CHECK ("refund_fee_per_seat" >= '0'));
INSERT INTO "orders_orderline" VALUES(1,'6b09dd19815771964c0c09b4','Card Night 0','','Bring a deck.','Copper Kettle Brewing, 12 Dock St','2026-11-27 20:42:00','2026-11-27 22:42:00',2,10,20,'full',24,0,NULL,1,1);
CREATE TABLE "orders_payment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "status" varchar(9) NOT NULL, "paypal_order_id" varchar(64) NULL UNIQUE, "create_key" varchar(64) NOT NULL UNIQUE, "capture_key" varchar(64) NULL UNIQUE, "capture_key_at" datetime NULL, "capture_id" varchar(64) NULL UNIQUE, "payee" varchar(120) NOT NULL, "from_browser" bool NOT NULL, "is_extra" bool NOT NULL, "amount" decimal NOT NULL, "currency" varchar(3) NOT NULL, "created_at" datetime NOT NULL, "captured_at" datetime NULL, "fee" decimal NULL, "booked_on" date NULL, "last_problem" varchar(500) NOT NULL, "order_id" bigint NOT NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "completed_payment_has_a_capture" CHECK ((NOT ("status" = 'completed') OR "capture_id" IS NOT NULL)));
INSERT INTO "orders_payment" VALUES(1,'completed','Q3AUDHGTU5YS4XPSN','71ed39ea50a725a630cb7c7f21b6f076','057c79f9f5d46dfe8e1aacf65856a715','2026-11-27 19:42:17.814052','9G8V895NJ07NXYHG7','SIMMERCHANT01',0,0,23,'USD','2026-11-27 19:42:17.757460','2026-11-27 19:42:17.818188',1.29,'2026-11-27','',1);
CREATE TABLE "orders_paymentalert" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "kind" varchar(20) NOT NULL, "reference" varchar(64) NOT NULL, "amount" decimal NOT NULL, "currency" varchar(3) NOT NULL, "message" varchar(500) NOT NULL, "created_at" datetime NOT NULL, "resolved_at" datetime NULL, "order_id" bigint NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_alert_per_reference" UNIQUE ("kind", "reference"));
CREATE TABLE "orders_placedrequest" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(200) NOT NULL, "body_hash" varchar(64) NOT NULL, "created_at" datetime NOT NULL, "order_id" bigint NOT NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_order_per_idempotency_key" UNIQUE ("user_id", "key"));
CREATE TABLE "orders_refund" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(9) NOT NULL, "status" varchar(9) NOT NULL, "amount" decimal NOT NULL, "gift_amount" decimal NOT NULL, "reason" varchar(500) NOT NULL, "note" varchar(500) NOT NULL, "request_key" varchar(64) NOT NULL UNIQUE, "is_reversal" bool NOT NULL, "paypal_refund_id" varchar(64) NULL UNIQUE, "created_at" datetime NOT NULL, "completed_at" datetime NULL, "failed_at" datetime NULL, "fee_back" decimal NULL, "booked_on" date NULL, "undone_at" datetime NULL, "undone_on" date NULL, "undone_id" varchar(64) NULL UNIQUE, "undone_fee" decimal NULL, "last_problem" varchar(500) NOT NULL, "by_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "order_id" bigint NOT NULL REFERENCES "orders_order" ("id") DEFERRABLE INITIALLY DEFERRED, "payment_id" bigint NULL REFERENCES "orders_payment" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "refund_not_negative" CHECK ("amount" >= '0'), CONSTRAINT "refund_includes_its_gift" CHECK (("gift_amount" >= '0' AND "gift_amount" <= ("amount"))), CONSTRAINT "an_undone_reversal_is_booked" CHECK ((("undone_at" IS NULL AND "undone_fee" IS NULL AND "undone_id" IS NULL AND "undone_on" IS NULL) OR ("is_reversal" AND "undone_at" IS NOT NULL AND "undone_fee" IS NOT NULL AND "undone_on" IS NOT NULL))));
INSERT INTO "orders_refund" VALUES(1,'requested','completed',10,0,'Night cancelled','','ce042ca13faccf8f846ad24e4053b6af',0,'K2Z7THWNZ97I92GHQ','2026-11-27 19:42:17.875423','2026-11-27 19:42:17.885007',NULL,0,'2026-11-27',NULL,NULL,NULL,NULL,'',2,1,1);
CREATE TABLE "orders_refundpart" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seats" integer unsigned NOT NULL CHECK ("seats" >= 0), "amount" decimal NOT NULL, "fee" decimal NOT NULL, "gift" decimal NOT NULL, "line_id" bigint NOT NULL REFERENCES "orders_orderline" ("id") DEFERRABLE INITIALLY DEFERRED, "refund_id" bigint NOT NULL REFERENCES "orders_refund" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_part_per_refund_and_line" UNIQUE ("refund_id", "line_id"), CONSTRAINT "refund_part_not_negative" CHECK (("amount" >= '0' AND "fee" >= '0' AND "gift" >= '0' AND "seats" >= 1)));
CREATE TABLE "orders_reminder" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "guest" varchar(24) NOT NULL, "starts_at" datetime NOT NULL, "created_at" datetime NOT NULL, "booking_id" bigint NOT NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_reminder_per_start" UNIQUE ("booking_id", "guest", "starts_at"));
CREATE TABLE "orders_settlementexplanation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "paypal_id" varchar(64) NOT NULL, "text" varchar(200) NOT NULL, "entry" varchar(24) NOT NULL, "closed_month" date NULL, "created_at" datetime NOT NULL, "by_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_explanation_per_paypal_id" UNIQUE ("paypal_id"));
CREATE TABLE "orders_unmatchedpayment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "capture_id" varchar(64) NOT NULL UNIQUE, "paypal_order_id" varchar(64) NOT NULL, "amount" decimal NOT NULL, "currency" varchar(3) NOT NULL, "seen_at" datetime NOT NULL, "custom_id" varchar(127) NOT NULL, "matched_at" datetime NULL, "request_key" varchar(64) NOT NULL UNIQUE, "refund_asked_at" datetime NULL, "paypal_refund_id" varchar(64) NOT NULL, "refunded_at" datetime NULL, "last_problem" varchar(500) NOT NULL);
CREATE TABLE "orders_webhookevent" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "event_id" varchar(64) NOT NULL UNIQUE, "event_type" varchar(80) NOT NULL, "body" text NOT NULL CHECK ((JSON_VALID("body") OR "body" IS NULL)), "received_at" datetime NOT NULL, "settled_at" datetime NULL);
CREATE TABLE "recaps_answer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "is_good" bool NOT NULL, "text" varchar(300) NOT NULL, "recap_id" bigint NOT NULL REFERENCES "recaps_recap" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "recaps_recap" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "note" varchar(500) NOT NULL, "stopped_at" datetime NULL, "sent_at" datetime NULL, "is_so_far" bool NOT NULL, "raised" decimal NULL, "buyers" integer unsigned NOT NULL CHECK ("buyers" >= 0), "occurrence_id" bigint NOT NULL UNIQUE REFERENCES "events_occurrence" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_stopped_recap_is_not_sent" CHECK (("sent_at" IS NULL OR "stopped_at" IS NULL)), CONSTRAINT "recap_raised_is_positive" CHECK (("raised" IS NULL OR "raised" > '0')));
CREATE TABLE "recaps_recipient" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "has_answered" bool NOT NULL, "booking_id" bigint NULL REFERENCES "bookings_booking" ("id") DEFERRABLE INITIALLY DEFERRED, "recap_id" bigint NOT NULL REFERENCES "recaps_recap" ("id") DEFERRABLE INITIALLY DEFERRED, "seat_link_id" bigint NULL REFERENCES "bookings_seatlink" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_recap_goes_to_a_buyer_or_a_guest" CHECK ((("booking_id" IS NOT NULL AND "seat_link_id" IS NULL) OR ("booking_id" IS NULL AND "seat_link_id" IS NOT NULL))), CONSTRAINT "one_recap_per_booking" UNIQUE ("recap_id", "booking_id"), CONSTRAINT "one_recap_per_guest" UNIQUE ("recap_id", "seat_link_id"));
CREATE TABLE "tables_player" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "plus" integer unsigned NOT NULL CHECK ("plus" >= 0), "entry_id" bigint NULL UNIQUE REFERENCES "door_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "ticket_id" bigint NULL REFERENCES "bookings_pass" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tables_tournament" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tables_report" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "table" integer unsigned NOT NULL CHECK ("table" >= 0), "result" text NOT NULL CHECK ((JSON_VALID("result") OR "result" IS NULL)), "created_at" datetime NOT NULL, "pairing_id" bigint NOT NULL REFERENCES "door_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "tables_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tables_tournament" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" varchar(24) NOT NULL UNIQUE, "format" varchar(9) NOT NULL, "planned_rounds" integer unsigned NULL CHECK ("planned_rounds" >= 0), "minutes" integer unsigned NOT NULL CHECK ("minutes" >= 0), "whole_room" bool NOT NULL, "points" bool NOT NULL, "seed" integer unsigned NOT NULL CHECK ("seed" >= 0), "generation" integer unsigned NOT NULL CHECK ("generation" >= 0), "writer_since" datetime NULL, "ended_at" datetime NULL, "is_hidden" bool NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "created_at" datetime NOT NULL, "night_id" bigint NOT NULL UNIQUE REFERENCES "door_night" ("id") DEFERRABLE INITIALLY DEFERRED, "writer_id" bigint NULL REFERENCES "door_device" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_lease_has_a_writer" CHECK ((("generation" = 0 AND "writer_id" IS NULL AND "writer_since" IS NULL) OR ("generation" >= 1 AND "writer_id" IS NOT NULL AND "writer_since" IS NOT NULL))));
CREATE INDEX "charityshop_counter_ends_at_6776a8a9" ON "charityshop_counter" ("ends_at");
CREATE INDEX "charityshop_handledrequest_created_at_2717c036" ON "charityshop_handledrequest" ("created_at");
CREATE INDEX "mail_due" ON "charityshop_outgoingmail" ("next_try_at") WHERE "next_try_at" IS NOT NULL;
CREATE INDEX "mail_by_owner" ON "charityshop_outgoingmail" ("owner_id");
CREATE INDEX "post_due" ON "charityshop_outgoingpost" ("next_try_at") WHERE "next_try_at" IS NOT NULL;
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
CREATE UNIQUE INDEX "one_account_per_email" ON "accounts_user" ((LOWER("email")));
CREATE UNIQUE INDEX "accounts_user_groups_user_id_group_id_59c0b32f_uniq" ON "accounts_user_groups" ("user_id", "group_id");
CREATE INDEX "accounts_user_groups_user_id_52b62117" ON "accounts_user_groups" ("user_id");
CREATE INDEX "accounts_user_groups_group_id_bd11a704" ON "accounts_user_groups" ("group_id");
CREATE UNIQUE INDEX "accounts_user_user_permissions_user_id_permission_id_2ab516c2_uniq" ON "accounts_user_user_permissions" ("user_id", "permission_id");
CREATE INDEX "accounts_user_user_permissions_user_id_e4f0a161" ON "accounts_user_user_permissions" ("user_id");
CREATE INDEX "accounts_user_user_permissions_permission_id_113bb443" ON "accounts_user_user_permissions" ("permission_id");
CREATE INDEX "accounts_recoverycode_factor_id_cd986632" ON "accounts_recoverycode" ("factor_id");
CREATE INDEX "accounts_session_expire_date_5bbfba7c" ON "accounts_session" ("expire_date");
CREATE INDEX "accounts_session_user_id_d5aaed01" ON "accounts_session" ("user_id");
CREATE INDEX "accounts_signincode_expires_at_48366232" ON "accounts_signincode" ("expires_at");
CREATE INDEX "accounts_signincode_mail_id_20b626a1" ON "accounts_signincode" ("mail_id");
CREATE INDEX "codes_of_a_browser" ON "accounts_signincode" ("email", "browser");
CREATE INDEX "accounts_signinplace_user_id_a2d15adb" ON "accounts_signinplace" ("user_id");
CREATE INDEX "django_admin_log_content_type_id_c4bce8eb" ON "django_admin_log" ("content_type_id");
CREATE INDEX "django_admin_log_user_id_c564eba6" ON "django_admin_log" ("user_id");
CREATE INDEX "auditlog_logentry_object_pk_6e3219c0" ON "auditlog_logentry" ("object_pk");
CREATE INDEX "auditlog_logentry_object_id_09c2eee8" ON "auditlog_logentry" ("object_id");
CREATE INDEX "auditlog_logentry_action_229afe39" ON "auditlog_logentry" ("action");
CREATE INDEX "auditlog_logentry_timestamp_37867bb0" ON "auditlog_logentry" ("timestamp");
CREATE INDEX "auditlog_logentry_actor_id_959271d2" ON "auditlog_logentry" ("actor_id");
CREATE INDEX "auditlog_logentry_content_type_id_75830218" ON "auditlog_logentry" ("content_type_id");
CREATE INDEX "auditlog_logentry_cid_9f467263" ON "auditlog_logentry" ("cid");
CREATE INDEX "event_by_status" ON "events_event" ("status", "name");
CREATE INDEX "events_occurrence_starts_at_1aa87720" ON "events_occurrence" ("starts_at");
CREATE INDEX "events_occurrence_event_id_f506980f" ON "events_occurrence" ("event_id");
CREATE UNIQUE INDEX "one_live_pass_per_guest" ON "bookings_pass" ("seat_link_id") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "one_live_entry_per_date" ON "bookings_entry" ("user_id", "occurrence_id") WHERE "status" IN ('waiting', 'offered');
CREATE INDEX "bookings_entry_occurrence_id_3c02c348" ON "bookings_entry" ("occurrence_id");
CREATE INDEX "bookings_entry_user_id_76fe2891" ON "bookings_entry" ("user_id");
CREATE INDEX "entry_by_date" ON "bookings_entry" ("status", "occurrence_id", "seats", "at_least");
CREATE UNIQUE INDEX "one_live_booking_per_entry" ON "bookings_booking" ("waiting_entry_id") WHERE "status" IN ('pending', 'confirmed');
CREATE INDEX "bookings_booking_occurrence_id_cd168fac" ON "bookings_booking" ("occurrence_id");
CREATE INDEX "booking_by_date" ON "bookings_booking" ("occurrence_id", "status", "held_until", "seats");
CREATE INDEX "booking_by_person" ON "bookings_booking" ("user_id", "occurrence_id");
CREATE INDEX "booking_by_entry" ON "bookings_booking" ("waiting_entry_id") WHERE "waiting_entry_id" IS NOT NULL;
CREATE INDEX "bookings_departure_booking_id_c59da61a" ON "bookings_departure" ("booking_id");
CREATE INDEX "bookings_departure_occurrence_id_ff709d15" ON "bookings_departure" ("occurrence_id");
CREATE INDEX "bookings_pass_booking_id_9642757d" ON "bookings_pass" ("booking_id");
CREATE INDEX "bookings_seatchange_booking_id_3d2e8afc" ON "bookings_seatchange" ("booking_id");
CREATE INDEX "bookings_seatlink_booking_id_aa4d7e18" ON "bookings_seatlink" ("booking_id");
CREATE UNIQUE INDEX "discounts_voucher_events_voucher_id_event_id_14f4df81_uniq" ON "discounts_voucher_events" ("voucher_id", "event_id");
CREATE INDEX "discounts_voucher_events_voucher_id_e2f95636" ON "discounts_voucher_events" ("voucher_id");
CREATE INDEX "discounts_voucher_events_event_id_de0d290e" ON "discounts_voucher_events" ("event_id");
CREATE UNIQUE INDEX "one_running_change_per_date" ON "orders_datechange" ("occurrence_id") WHERE "status" = 'running';
CREATE INDEX "orders_datechange_by_id_15427988" ON "orders_datechange" ("by_id");
CREATE INDEX "orders_datechange_occurrence_id_24d40bd0" ON "orders_datechange" ("occurrence_id");
CREATE UNIQUE INDEX "orders_datechange_by_hand_datechange_id_booking_id_b9d01487_uniq" ON "orders_datechange_by_hand" ("datechange_id", "booking_id");
CREATE INDEX "orders_datechange_by_hand_datechange_id_6c6b22d9" ON "orders_datechange_by_hand" ("datechange_id");
CREATE INDEX "orders_datechange_by_hand_booking_id_73ee6610" ON "orders_datechange_by_hand" ("booking_id");
CREATE INDEX "orders_message_created_at_253d2f45" ON "orders_message" ("created_at");
CREATE INDEX "orders_message_by_id_ee3210c2" ON "orders_message" ("by_id");
CREATE INDEX "orders_message_occurrence_id_b4a9a59f" ON "orders_message" ("occurrence_id");
CREATE INDEX "orders_messagerecipient_booking_id_b38db906" ON "orders_messagerecipient" ("booking_id");
CREATE INDEX "orders_messagerecipient_entry_id_bdaedf9d" ON "orders_messagerecipient" ("entry_id");
CREATE INDEX "orders_messagerecipient_message_id_dfcb7656" ON "orders_messagerecipient" ("message_id");
CREATE INDEX "orders_messagerecipient_seat_link_id_d3cf58bc" ON "orders_messagerecipient" ("seat_link_id");
CREATE INDEX "order_by_buyer" ON "orders_order" ("user_id", "public_id" DESC);
CREATE INDEX "order_by_status" ON "orders_order" ("status", "held_until");
CREATE INDEX "order_by_time" ON "orders_order" ("created_at");
CREATE INDEX "order_by_holder" ON "orders_order" ("user_id", "status", "held_until");
CREATE INDEX "orders_orderline_order_id_17f8f3ef" ON "orders_orderline" ("order_id");
CREATE INDEX "line_by_product" ON "orders_orderline" ("product", "order_id");
CREATE INDEX "orders_applieddiscount_membership_id_8f552906" ON "orders_applieddiscount" ("membership_id");
CREATE INDEX "orders_applieddiscount_voucher_id_1c65a4f2" ON "orders_applieddiscount" ("voucher_id");
CREATE UNIQUE INDEX "one_capture_per_order" ON "orders_payment" ("order_id") WHERE (NOT "is_extra" AND "status" IN ('capturing', 'pending', 'completed'));
CREATE INDEX "orders_payment_order_id_bdccf250" ON "orders_payment" ("order_id");
CREATE INDEX "payment_by_status" ON "orders_payment" ("status", "created_at");
CREATE INDEX "orders_paymentalert_order_id_5c89d723" ON "orders_paymentalert" ("order_id");
CREATE INDEX "alert_waiting" ON "orders_paymentalert" ("resolved_at");
CREATE INDEX "orders_placedrequest_created_at_5762c551" ON "orders_placedrequest" ("created_at");
CREATE INDEX "orders_placedrequest_order_id_3ecee224" ON "orders_placedrequest" ("order_id");
CREATE INDEX "orders_refund_by_id_ec5cef70" ON "orders_refund" ("by_id");
CREATE INDEX "orders_refund_order_id_43062cb7" ON "orders_refund" ("order_id");
CREATE INDEX "orders_refund_payment_id_a6b07753" ON "orders_refund" ("payment_id");
CREATE INDEX "refund_by_status" ON "orders_refund" ("status", "created_at");
CREATE UNIQUE INDEX "one_undecided_entitlement_per_line" ON "orders_entitlement" ("line_id") WHERE "outcome" = 'undecided';
CREATE INDEX "orders_entitlement_line_id_3c61d4a8" ON "orders_entitlement" ("line_id");
CREATE INDEX "orders_entitlement_refund_id_83251cc0" ON "orders_entitlement" ("refund_id");
CREATE INDEX "orders_change_booking_id_e32c5bd2" ON "orders_change" ("booking_id");
CREATE INDEX "orders_change_by_id_8fa13ce1" ON "orders_change" ("by_id");
CREATE INDEX "orders_change_moved_from_id_bbde89ab" ON "orders_change" ("moved_from_id");
CREATE INDEX "orders_change_order_id_211b4456" ON "orders_change" ("order_id");
CREATE INDEX "orders_refundpart_line_id_cfb2963c" ON "orders_refundpart" ("line_id");
CREATE INDEX "orders_refundpart_refund_id_911655c6" ON "orders_refundpart" ("refund_id");
CREATE INDEX "orders_settlementexplanation_by_id_09698ef1" ON "orders_settlementexplanation" ("by_id");
CREATE INDEX "unmatched_waiting" ON "orders_unmatchedpayment" ("refunded_at");
CREATE INDEX "webhook_unsettled" ON "orders_webhookevent" ("settled_at", "received_at");
CREATE INDEX "door_entry_ticket_id_47525af6" ON "door_entry" ("ticket_id");
CREATE INDEX "door_night_closed_by_id_49e63f94" ON "door_night" ("closed_by_id");
CREATE INDEX "door_move_order_id_87080bcf" ON "door_move" ("order_id");
CREATE INDEX "door_move_night_id_822c20f0" ON "door_move" ("night_id");
CREATE INDEX "door_link_night_id_25807e67" ON "door_link" ("night_id");
CREATE INDEX "door_signin_device_id_d3b987a7" ON "door_signin" ("device_id");
CREATE INDEX "door_signin_link_id_89af44ca" ON "door_signin" ("link_id");
CREATE UNIQUE INDEX "one_unusable_entry_per_digest" ON "door_unusableentry" ("device_id", "digest") WHERE NOT ("digest" = '');
CREATE INDEX "door_unusableentry_night_id_5f79c14a" ON "door_unusableentry" ("night_id");
CREATE UNIQUE INDEX "one_live_allotment_per_device" ON "door_allotment" ("device_id") WHERE "ended_at" IS NULL;
CREATE INDEX "door_allotment_device_id_21f030f3" ON "door_allotment" ("device_id");
CREATE UNIQUE INDEX "one_count_per_name" ON "door_count" ("drawer_id", (LOWER("name")), "alone");
CREATE INDEX "door_device_link_id_1d49b1bb" ON "door_device" ("link_id");
CREATE INDEX "giving_goal_event_id_804824a0" ON "giving_goal" ("event_id");
CREATE INDEX "ledger_month_closed_by_id_2d02a14c" ON "ledger_month" ("closed_by_id");
CREATE UNIQUE INDEX "one_derived_entry_per_kind" ON "ledger_entry" ("month_id", "kind") WHERE "derived";
CREATE INDEX "ledger_entry_by_id_42356b69" ON "ledger_entry" ("by_id");
CREATE INDEX "ledger_entry_corrects_id_2925b5f6" ON "ledger_entry" ("corrects_id");
CREATE INDEX "ledger_entry_month_id_833abed7" ON "ledger_entry" ("month_id");
CREATE INDEX "recaps_answer_recap_id_770d160d" ON "recaps_answer" ("recap_id");
CREATE INDEX "recaps_recipient_booking_id_1fd4d214" ON "recaps_recipient" ("booking_id");
CREATE INDEX "recaps_recipient_recap_id_0364de35" ON "recaps_recipient" ("recap_id");
CREATE INDEX "recaps_recipient_seat_link_id_8b597c8b" ON "recaps_recipient" ("seat_link_id");
CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");
CREATE INDEX "tables_report_pairing_id_42b7b28f" ON "tables_report" ("pairing_id");
CREATE INDEX "tables_report_player_id_25ecc915" ON "tables_report" ("player_id");
CREATE INDEX "tables_tournament_writer_id_d9f26a1c" ON "tables_tournament" ("writer_id");
CREATE INDEX "tables_player_ticket_id_2a0d1905" ON "tables_player" ("ticket_id");
CREATE INDEX "tables_player_tournament_id_6b4e2265" ON "tables_player" ("tournament_id");
CREATE TRIGGER ledger_month_update_frozen BEFORE UPDATE ON ledger_month WHEN OLD.closed_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_month_delete_frozen BEFORE DELETE ON ledger_month WHEN OLD.closed_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_entry_insert_frozen BEFORE INSERT ON ledger_entry WHEN EXISTS (SELECT 1 FROM ledger_month WHERE id = NEW.month_id AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_entry_update_frozen BEFORE UPDATE ON ledger_entry WHEN EXISTS (SELECT 1 FROM ledger_month WHERE id = OLD.month_id AND closed_at IS NOT NULL) OR EXISTS (SELECT 1 FROM ledger_month WHERE id = NEW.month_id AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_entry_delete_frozen BEFORE DELETE ON ledger_entry WHEN EXISTS (SELECT 1 FROM ledger_month WHERE id = OLD.month_id AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_month_insert_no_replacing BEFORE INSERT ON ledger_month WHEN EXISTS (SELECT 1 FROM ledger_month WHERE (id = NEW.id OR first_day = NEW.first_day) AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_month_update_no_replacing BEFORE UPDATE ON ledger_month WHEN EXISTS (SELECT 1 FROM ledger_month WHERE (id = NEW.id OR first_day = NEW.first_day) AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_entry_insert_no_replacing BEFORE INSERT ON ledger_entry WHEN EXISTS (SELECT 1 FROM ledger_entry JOIN ledger_month ON ledger_month.id = month_id WHERE (ledger_entry.id = NEW.id OR public_id = NEW.public_id) AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER ledger_entry_update_no_replacing BEFORE UPDATE ON ledger_entry WHEN EXISTS (SELECT 1 FROM ledger_entry JOIN ledger_month ON ledger_month.id = month_id WHERE (ledger_entry.id = NEW.id OR public_id = NEW.public_id) AND closed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'This month is closed.'); END;
CREATE TRIGGER door_entry_no_update BEFORE UPDATE ON door_entry WHEN TRUE BEGIN SELECT RAISE(ABORT, 'Entries of the door are never changed or deleted.'); END;
CREATE TRIGGER door_entry_no_delete BEFORE DELETE ON door_entry WHEN TRUE BEGIN SELECT RAISE(ABORT, 'Entries of the door are never changed or deleted.'); END;
CREATE TRIGGER door_drawer_frozen BEFORE UPDATE ON door_drawer WHEN OLD.closed_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'A closed drawer never changes.'); END;
CREATE TRIGGER door_move_frozen BEFORE UPDATE ON door_move WHEN NEW.reason <> '' OR NEW.id IS NOT OLD.id OR NEW.night_id IS NOT OLD.night_id OR NEW.kind IS NOT OLD.kind OR NEW.amount IS NOT OLD.amount OR NEW.order_id IS NOT OLD.order_id OR NEW.refund_id IS NOT OLD.refund_id OR NEW.entry_id IS NOT OLD.entry_id OR NEW.is_late IS NOT OLD.is_late OR NEW.created_at IS NOT OLD.created_at BEGIN SELECT RAISE(ABORT, 'Moves never change.'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('django_migrations',46);
INSERT INTO "sqlite_sequence" VALUES('django_content_type',67);
INSERT INTO "sqlite_sequence" VALUES('auth_permission',268);
INSERT INTO "sqlite_sequence" VALUES('auth_group',0);
INSERT INTO "sqlite_sequence" VALUES('django_admin_log',0);
INSERT INTO "sqlite_sequence" VALUES('auditlog_logentry',7);
INSERT INTO "sqlite_sequence" VALUES('door_link',1);
INSERT INTO "sqlite_sequence" VALUES('door_device',1);
INSERT INTO "sqlite_sequence" VALUES('tables_player',0);
INSERT INTO "sqlite_sequence" VALUES('accounts_user',2);
INSERT INTO "sqlite_sequence" VALUES('events_event',1);
INSERT INTO "sqlite_sequence" VALUES('events_occurrence',1);
INSERT INTO "sqlite_sequence" VALUES('bookings_booking',1);
INSERT INTO "sqlite_sequence" VALUES('orders_order',1);
INSERT INTO "sqlite_sequence" VALUES('orders_orderline',1);
INSERT INTO "sqlite_sequence" VALUES('orders_payment',1);
INSERT INTO "sqlite_sequence" VALUES('bookings_pass',1);
INSERT INTO "sqlite_sequence" VALUES('charityshop_outgoingmail',2);
INSERT INTO "sqlite_sequence" VALUES('orders_refund',1);
INSERT INTO "sqlite_sequence" VALUES('door_night',1);
INSERT INTO "sqlite_sequence" VALUES('door_signin',1);
INSERT INTO "sqlite_sequence" VALUES('door_entry',1);
INSERT INTO "sqlite_sequence" VALUES('door_entrytext',1);
INSERT INTO "sqlite_sequence" VALUES('orders_booksclosed',1);
INSERT INTO "sqlite_sequence" VALUES('ledger_month',1);
INSERT INTO "sqlite_sequence" VALUES('ledger_entry',5);
COMMIT;
